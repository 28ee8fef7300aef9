export const COPY_ICON = 'M9 9h10v10H9zM15 9V5H5v10h4';
export const CHECK_ICON = 'M5.5 12.5l4.5 4.5L19 8';

/** Copies `text` to the clipboard. Returns false if that failed; then `element`, with the text, stays selected. */
export async function copyText(text: string, element: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page without TLS, a frame without clipboard permission, or a denied permission.
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
