/**
 * Keeps the focus in the panel when a pressed button goes: Escape would not close the chat any more. By keyboard the composer gets
 * it, which is next; by touch it would open the keyboard.
 */
export function keepFocus({ target, currentTarget, detail }: MouseEvent): void {
  setTimeout(() => {
    if ((target as Element).isConnected || document.activeElement !== document.body) return;
    const panel = currentTarget as HTMLElement;
    ((!detail && panel.querySelector('textarea')) || panel).focus({ preventScroll: true });
  });
}
