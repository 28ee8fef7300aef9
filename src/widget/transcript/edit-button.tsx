import { editMessage } from '../context/edit-message.ts';
import type { Withdrawn } from '../context/ui.ts';
import { useWidget } from '../context/widget-context.ts';

/** Button that puts the text of a failed message into the composer (M-9.13). None once the chat has ended. */
export function EditButton({ message }: { readonly message: Withdrawn }) {
  const context = useWidget();
  if (context.chat.connection.value === 'ended') return null;
  return (
    <button
      type="button"
      class="small-button"
      onClick={({ currentTarget }) => editMessage(context, message, currentTarget)}
    >
      {context.strings.value.edit}
    </button>
  );
}
