import { useState } from 'preact/hooks';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Field } from '../../parts/fields.tsx';
import { useServices } from '../../services.ts';
import { conversationWords as words } from '../../words.ts';

interface NoteProps {
  readonly conversationId: string;
  readonly note: string | undefined;
  onSaved(note: string): void;
}

/** The note of a conversation. A new note replaces it. */
export function Note({ conversationId, note, onSaved }: NoteProps) {
  const { calls, session } = useServices();
  const [isEdited, setEdited] = useState(false);
  const close = () => setEdited(false);
  let written = note ?? '';
  return (
    <>
      <p class="note" dir="auto">
        {note || <span class="hint">{words.noNote}</span>}
      </p>
      {session.scopes.includes('write') && (
        <button type="button" class="link" onClick={() => setEdited(true)}>
          {note ? words.editNote : words.addNote}
        </button>
      )}
      {isEdited && (
        <DialogForm
          title={note ? words.editNote : words.addNote}
          action={words.saveNote}
          onSubmit={(fields) => {
            written = String(fields.get('note'));
            return calls.call('POST', '/conversations/{conversation_id}/note', {
              params: { conversation_id: conversationId },
              body: { note: written },
            });
          }}
          onDone={() => {
            close();
            onSaved(written);
          }}
          onClose={close}
        >
          <Field label={words.note}>
            {(control) => <textarea {...control} name="note" rows={6} dir="auto" defaultValue={note ?? ''} />}
          </Field>
        </DialogForm>
      )}
    </>
  );
}
