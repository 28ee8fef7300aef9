/** The round button in the page's corner. Drawn without Preact: it is all that a page pays for before it is wanted. */
export interface Launcher {
  readonly element: HTMLButtonElement;
  /** `loading` shows once it has lasted a moment; `failed` asks to try again. */
  show(state: LauncherState, unread: number): void;
}

export type LauncherState = 'ready' | 'loading' | 'failed';

const BUBBLE = 'M4 5h16v11h-8.5L7 20v-4H4z';

function svg(name: 'svg' | 'path', attribute: string, value: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  element.setAttribute(attribute, value);
  return element;
}

export function createLauncher(): Launcher {
  const element = document.createElement('button');
  const icon = svg('svg', 'viewBox', '0 0 24 24');
  const badge = document.createElement('span');
  icon.append(svg('path', 'd', BUBBLE));
  element.append(icon, badge);
  element.type = 'button';
  element.className = 'launcher';
  element.setAttribute('part', 'launcher');
  element.setAttribute('aria-haspopup', 'dialog');

  return {
    element,
    show(state, unread) {
      const hasFailed = state === 'failed';
      const note = hasFailed ? ': failed to load, try again' : unread ? ` (${unread} unread)` : '';
      element.dataset.state = state;
      element.setAttribute('aria-label', `Open chat${note}`);
      badge.textContent = hasFailed ? '!' : String(unread || '');
      badge.hidden = badge.textContent === '';
    },
  };
}
