import type { Scope } from '../context/widget-context.ts';

/** Moves the focus to the end card from the views that it replaces, and from the menu button. Returns an unsubscribe function. */
export const focusAtEnd = ({ chat, ui }: Scope, view: () => Node | null): (() => void) =>
  chat.connection.subscribe((status) => {
    if (status !== 'ended') return;
    const { activeElement } = (view()?.getRootNode() ?? document) as DocumentOrShadowRoot;
    ui.takesFocus.value = !!activeElement?.matches('.composer *, .menu *');
  });
