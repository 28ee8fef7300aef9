import type { Withdrawn } from './ui.ts';
import type { WidgetContext } from './widget-context.ts';

/** The draft and the conversation that it is for. */
type DraftContext = Pick<WidgetContext, 'chat' | 'ui'>;

/** M-9.13: withdraws messages. They have no bubble while they are failed. The same text again counts as a retry. */
function withdraw(context: DraftContext, messages: readonly Withdrawn[]): void {
  const { chat, ui } = context;
  ui.edits.value = {
    messages,
    resend(text) {
      const again = messages.find((message) => message.ownText === text && message.canRetry);
      if (!again) return false;
      withdraw(
        context,
        messages.filter((message) => message !== again),
      );
      chat.retry(again.id);
      return true;
    },
  };
}

/**
 * M-9.13: puts the text of a failed message into the composer, before the draft. If the message has arrived after all, its text
 * is removed from the composer unless the visitor has changed it.
 */
export function editMessage(context: DraftContext, message: Withdrawn, button: Element): void {
  const { chat, ui } = context;
  const { id, ownText } = message;
  const field = (button.getRootNode() as ParentNode).querySelector('textarea');
  withdraw(context, [...(ui.edits.peek()?.messages ?? []), message]);
  ui.draft.value = ui.draft.peek().trim() === '' ? ownText : `${ownText}\n${ui.draft.peek()}`;
  field?.focus();
  const stop = chat.on('message', (arrived) => {
    if (arrived.id !== id) return;
    stop();
    const draft = `${ui.draft.peek()}\n`;
    if (draft.startsWith(`${ownText}\n`)) ui.draft.value = draft.slice(ownText.length + 1, -1);
  });
}
