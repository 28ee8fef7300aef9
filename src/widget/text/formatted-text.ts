import { createMarkdown, type Markdown } from '../../text/markdown.ts';
import type { WidgetContext } from '../context/widget-context.ts';
import { addCopyButton } from './copy-button.ts';
import { allowedImage } from './image-policy.ts';

/** Markdown renderer that applies the site's image policy and adds a copy button to each complete code block. */
export function createFormattedText(
  root: Element,
  context: Pick<WidgetContext, 'config' | 'strings' | 'ui'>,
): Markdown {
  const markdown = createMarkdown(root, (source, alt) => allowedImage(source, alt, context));
  return {
    ...markdown,
    end() {
      markdown.end();
      for (const code of root.querySelectorAll('pre')) addCopyButton(code, context);
    },
  };
}
