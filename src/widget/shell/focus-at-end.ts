import type { WidgetContext } from '../context/widget-context.ts';

/** Moves the focus to the end card from the views that it replaces, and from the menu button. Returns an unsubscribe function. */
export const focusAtEnd = ({ chat, ui }: WidgetContext, view: () => Node | null): (() => void) =>
  chat.connection.subscribe((status) => {
    if (status !== 'ended') return;
    const { activeElement } = (view()?.getRootNode() ?? document) as DocumentOrShadowRoot;
    ui.focusOnOpen.value = !!activeElement?.matches('.composer *, .menu *');
  });
