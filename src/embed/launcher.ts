/** The round button in the page's corner. It does not use Preact, so that a page without an open chat loads little code. */
export interface Launcher {
  readonly element: HTMLButtonElement;
  /** Accessible name in the current language, with the number of unread messages. */
  name: string;
  /** Shows a state. `failed` offers to try again. */
  show(state: LauncherState): void;
}

type LauncherState = '' | 'loading' | 'failed';

/** Names before a catalogue has loaded. */
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
      // Screen readers say the sign in the visitor's language. A text would need a catalogue, which may not load either.
      element.setAttribute('aria-label', this.name + (state === 'failed' ? ' ⚠' : ''));
    },
  };
}
