import type { Scope } from '../scope.ts';
import { imagePolicy } from './image-policy.ts';
import { createMarkdown, type Markdown } from './markdown.ts';

/** Markdown renderer that applies the site's image policy and adds a copy button to each complete code block. */
export function createFormattedText(
  root: Element,
  context: Pick<Scope, 'config' | 'loadOnDemand' | 'strings' | 'ui'>,
): Markdown {
  const markdown = createMarkdown(root, imagePolicy(context));
  return {
    write: markdown.write,
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
