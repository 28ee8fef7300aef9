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

export function createLauncher(locale = ''): Launcher {
  const element = document.createElement('button');
  element.className = 'launcher';
  element.part = 'launcher';
  element.setAttribute('aria-haspopup', 'dialog');

  return {
    element,
    name: NAMES[locale.slice(0, 2)] ?? 'Open chat',
    show(state) {
      element.dataset.state = state;
      // Screen readers say the sign in the language of the visitor; words of ours would be a file more that may not come.
      element.setAttribute('aria-label', this.name + (state === 'failed' ? ' ⚠' : ''));
    },
  };
}
