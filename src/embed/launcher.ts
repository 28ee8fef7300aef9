import type { PanelLoader } from './panel-loader.ts';

/** Name of the launcher until a catalogue has loaded, which has it in full. Other languages know the word "chat", too. */
export const launcherName = (locale = 'en'): string => (/^en/.test(locale) ? 'Open chat' : 'Chat');

/** The round button in the page's corner. It does not use Preact, so that a page without an open chat loads little code. */
export function createLauncher(): HTMLButtonElement {
  const launcher = document.createElement('button');
  launcher.className = 'launcher';
  launcher.part = 'launcher';
  launcher.setAttribute('aria-haspopup', 'dialog');
  return launcher;
}

/** State of the launcher that a visitor sees or hears. */
interface Appearance {
  readonly name: string;
  readonly isHidden: boolean;
  readonly isOpen: boolean;
  /** State of the panel's chunk, while the visitor waits for the panel or uses it, or if it has failed. */
  readonly state: PanelLoader['status'] | '';
}

export function showLauncher(launcher: HTMLElement, { name, isHidden, isOpen, state }: Appearance): void {
  launcher.hidden = isHidden;
  launcher.setAttribute('aria-expanded', `${isOpen}`);
  launcher.dataset.state = state;
  // Screen readers say the sign in the visitor's language. A text would need a catalogue, which may not load either.
  launcher.setAttribute('aria-label', name + (state === 'failed' ? ' ⚠' : ''));
}
