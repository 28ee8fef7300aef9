import type { Scope } from '../scope.ts';
import { createMarkdown, type Markdown } from './markdown.ts';

const WITH_STYLES_ON_DEMAND = '.table, blockquote, hr';

/** Markdown renderer that applies the site's image policy and adds a copy button to each complete code block, both from the on-demand chunk. */
export function createFormattedText(
  root: Element,
  context: Pick<Scope, 'config' | 'loadOnDemand' | 'strings' | 'ui'>,
): Markdown {
  function createImage(source: string, alt: string): Node {
    const place = document.createElement('span');
    let image: Node = place;
    context.loadOnDemand(({ allowedImage }) => {
      image = allowedImage(source, alt, context);
      place.replaceWith(image);
    });
    return image;
  }

  const markdown = createMarkdown(root, createImage);
  return {
    showUndecided: markdown.showUndecided,
    write(text) {
      markdown.write(text);
      // Their styles are in that chunk.
      if (root.lastElementChild?.matches(WITH_STYLES_ON_DEMAND)) context.loadOnDemand();
    },
    end() {
      markdown.end();
      const codes = root.querySelectorAll('pre');
      if (codes.length === 0) return;
      context.loadOnDemand(({ addCopyButton }) => {
        for (const code of codes) addCopyButton(code, context);
      });
    },
  };
}
