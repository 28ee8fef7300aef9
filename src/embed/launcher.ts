/** The round button in the page's corner. Drawn without Preact: it is all that a page pays for before it is wanted. */
export interface Launcher {
  readonly element: HTMLButtonElement;
  /** What it is called, in the language of the moment and with what is unread. */
  name: string;
  /** `loading` shows once it has lasted a moment; `failed` asks to try again. */
  show(state: LauncherState): void;
}

export type LauncherState = 'ready' | 'loading' | 'failed';

/** What a page's visitors find before anything else has loaded; the rest of each language is a file of its own. */
const NAMES: Readonly<Record<string, string>> = {
  es: 'Abrir chat',
  fr: 'Ouvrir la conversation',
  de: 'Chat öffnen',
  pt: 'Abrir chat',
  it: 'Apri la chat',
  nl: 'Chat openen',
  pl: 'Otwórz czat',
  ja: 'チャットを開く',
  zh: '打开对话',
  ar: 'فتح المحادثة',
  he: 'פתיחת השיחה',
};

const BUBBLE = 'M4 5h16v11h-8.5L7 20v-4H4z';

function svg(name: 'svg' | 'path', attribute: string, value: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  element.setAttribute(attribute, value);
  return element;
}

export function createLauncher(locale = ''): Launcher {
  const element = document.createElement('button');
  const icon = svg('svg', 'viewBox', '0 0 24 24');
  icon.append(svg('path', 'd', BUBBLE));
  element.append(icon);
  element.className = 'launcher';
  element.setAttribute('part', 'launcher');
  element.setAttribute('aria-haspopup', 'dialog');

  return {
    element,
    name: NAMES[locale.slice(0, 2)] ?? 'Open chat',
    show(state) {
      element.dataset.state = state;
      element.setAttribute('aria-label', this.name + (state === 'failed' ? ': failed, try again' : ''));
    },
  };
}
