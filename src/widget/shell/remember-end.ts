import type { Scope } from '../scope.ts';

/** Keeps what the end card needs and can no longer find: the session, and whether it takes the focus. Returns an unsubscribe function. */
export function rememberEnd({ chat, ui }: Scope, view: () => Node | null): () => void {
  const stopStatus = chat.connection.subscribe((status) => {
    if (status !== 'ended') {
      ui.endedSessionId = undefined;
      return;
    }
    const { activeElement } = (view()?.getRootNode() ?? document) as DocumentOrShadowRoot;
    // From what the card replaces, and from the button of the menu in which the chat was ended.
    ui.takesFocus.value = !!activeElement?.matches('.composer *, .menu *');
  });
  const stopSession = chat.on('sessionEnd', ({ sessionId }) => {
    ui.endedSessionId = sessionId;
  });
  return () => {
    stopSession();
    stopStatus();
  };
}
