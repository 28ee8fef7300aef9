export const COPY_ICON = 'M9 9h10v10H9zM15 9V5H5v10h4';
export const CHECK_ICON = 'M5.5 12.5l4.5 4.5L19 8';

/** Copies `text` to the clipboard and returns whether that succeeded. Otherwise `element`, which shows it, stays selected. */
export async function copyText(text: string, element: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page without TLS, a frame without clipboard permission, or a visitor who refuses it.
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
