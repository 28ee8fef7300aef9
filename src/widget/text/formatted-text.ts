import type { Scope } from '../scope.ts';
import { createMarkdown, type Markdown } from './markdown.ts';

/** Elements whose styles are in the on-demand chunk. */
const STYLED_ON_DEMAND = 'blockquote, hr';

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
      // As soon as one begins; those that come and go within one piece are found at the end.
      if (root.lastElementChild?.matches(STYLED_ON_DEMAND)) context.loadOnDemand();
    },
    end() {
      markdown.end();
      if (root.querySelector(STYLED_ON_DEMAND)) context.loadOnDemand();
      const codes = root.querySelectorAll('pre');
      if (codes.length === 0) return;
      context.loadOnDemand(({ addCopyButton }) => {
        for (const code of codes) addCopyButton(code, context);
      });
    },
  };
}
