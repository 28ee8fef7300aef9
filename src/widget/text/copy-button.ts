import type { WidgetContext } from '../context/widget-context.ts';
import { CHECK_ICON, COPY_ICON, copyText } from './copy-text.ts';

function svg(name: 'svg' | 'path', attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/**
 * Adds a copy button before `code` and over its corner. `code` itself is not moved: a moved element loses its focus
 * and its scroll position.
 */
export function addCopyButton(code: Element, { strings, ui }: Pick<WidgetContext, 'strings' | 'ui'>): void {
  const button = document.createElement('button');
  const path = svg('path', {});
  const icon = svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  const update = (isCopied: boolean) => {
    const texts = strings.peek();
    button.toggleAttribute('data-copied', isCopied);
    button.setAttribute('aria-label', texts.copy);
    path.setAttribute('d', isCopied ? CHECK_ICON : COPY_ICON);
    if (isCopied) ui.announcement.value = texts.copied;
    // A live region announces the same text again only after it was empty.
    else if (ui.announcement.peek() === texts.copied) ui.announcement.value = '';
  };
  button.type = 'button';
  button.className = 'copy-button';
  button.onclick = async () => {
    // Not every browser focuses a pressed button. The copied state ends when the focus leaves.
    button.focus();
    update(false);
    update(await copyText(code.textContent ?? '', code));
  };
  button.onblur = () => update(false);
  icon.append(path);
  button.append(icon);
  update(false);
  code.before(button);
}
