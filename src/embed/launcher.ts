/** Name of the launcher until a catalogue has loaded. Other languages know the word "chat", too. */
export const launcherName = (locale = 'en'): string => (/^en/.test(locale) ? 'Open chat' : 'Chat');

/** The round button in the page's corner. It does not use Preact, so that a page without an open chat loads little code. */
export function createLauncher(): HTMLButtonElement {
  const launcher = document.createElement('button');
  launcher.className = 'launcher';
  launcher.part = 'launcher';
  launcher.setAttribute('aria-haspopup', 'dialog');
  return launcher;
}
