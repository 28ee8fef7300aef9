import { withExtras } from './extra-strings.ts';
import { imagePolicy } from './image-policy.ts';
import { createMarkdown, type Markdown } from './markdown.ts';
import type { Scope } from './scope.ts';

const SHEETS = 'M9 9h10v10H9zM15 9V5H5v10h4';
const TICK = 'M5.5 12.5l4.5 4.5L19 8';

function svg(name: 'svg' | 'path', attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Whether the text is on the clipboard; where it may not be put there, it stays selected for the visitor to copy. */
async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    // A page without TLS, a frame that was not given the clipboard, or a visitor who refuses it.
    getSelection()?.selectAllChildren(code);
    return document.execCommand('copy');
  }
}

/** A button before `code`, over whose corner it lies: what is moved in a document loses its focus and where it was scrolled to. */
function offerCopy(code: Element, { strings, ui }: Pick<Scope, 'strings' | 'ui'>): void {
  const button = document.createElement('button');
  const path = svg('path', {});
  const icon = svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  const show = (isCopied: boolean) => {
    const words = withExtras(strings.peek());
    button.toggleAttribute('data-copied', isCopied);
    button.setAttribute('aria-label', words.copy);
    path.setAttribute('d', isCopied ? TICK : SHEETS);
    if (isCopied) ui.announcement.value = words.copied;
    // Said again, it has to be news.
    else if (ui.announcement.peek() === words.copied) ui.announcement.value = '';
  };
  button.type = 'button';
  button.className = 'copy';
  button.onclick = async () => {
    // Not every browser gives it to what is pressed; what was copied shows until it goes elsewhere.
    button.focus();
    show(false);
    show(await copy(code));
  };
  button.onblur = () => show(false);
  icon.append(path);
  button.append(icon);
  show(false);
  code.before(button);
}

/** Markdown as the conversation shows it: with the site's own pictures, and a way to copy each piece of code once it is complete. */
export function createFormatted(root: Element, scope: Pick<Scope, 'config' | 'strings' | 'ui'>): Markdown {
  const markdown = createMarkdown(root, imagePolicy(scope));
  return {
    write: markdown.write,
    end() {
      markdown.end();
      for (const code of root.querySelectorAll('pre')) offerCopy(code, scope);
    },
  };
}
