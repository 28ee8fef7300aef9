import type { Scope } from '../scope/scope.ts';

/** Lets the end card take the focus from what it replaces, and from the button of the menu in which the chat was ended. Returns an unsubscribe function. */
export const focusAtEnd = ({ chat, ui }: Scope, view: () => Node | null): (() => void) =>
  chat.connection.subscribe((status) => {
    if (status !== 'ended') return;
    const { activeElement } = (view()?.getRootNode() ?? document) as DocumentOrShadowRoot;
    ui.takesFocus.value = !!activeElement?.matches('.composer *, .menu *');
  });
