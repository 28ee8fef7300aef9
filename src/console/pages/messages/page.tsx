import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { OwnAnswerOf } from '../../calls.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import { type LeftMessage, Row } from './row.tsx';
import { words } from './words.ts';
import './page.css';

type List = OwnAnswerOf<'GET', '/messages'>;

const LOOK_AGAIN_MS = 30_000;

/** Messages that visitors left where nobody answered, and their delivery to the webhook. */
export function MessagesPage() {
  const { calls, session } = useServices();
  const unread = useSignal<string | undefined>(undefined);
  const [removed, setRemoved] = useState<LeftMessage>();
  const mayRemove = session.scopes.includes('write');
  const read = (cursor?: string, signal?: AbortSignal) =>
    calls.own('GET', '/messages', { query: { cursor } }, signal);
  const reading = useReading<List>('messages', (signal) => read(undefined, signal), LOOK_AGAIN_MS);

  async function showMore(list: List): Promise<void> {
    const page = await read(list.cursor);
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok)
      reading.update(() => ({ ...page.value, messages: [...list.messages, ...page.value.messages] }));
  }

  return (
    <>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(list) =>
          list.messages.length === 0 ? (
            <Notice text={list.isOn ? words.none : words.off} />
          ) : (
            <>
              <table class="rules messages-table" aria-label={WORDS.pages.messages}>
                <TableHead titles={Object.values(words.columns)} hidden={words.actions} />
                <tbody>
                  {list.messages.map((message) => (
                    <Row
                      key={message.id}
                      message={message}
                      onRemove={mayRemove ? () => setRemoved(message) : undefined}
                    />
                  ))}
                </tbody>
              </table>
              <Refusal text={unread.value} />
              {list.cursor !== undefined && <ShowMore onMore={() => showMore(list)} />}
              <p class="hint messages-note">{words.note}</p>
            </>
          )
        }
      </RemoteView>
      {removed && (
        <ConfirmDialog
          title={words.removeTitle}
          action={words.remove}
          onConfirm={() =>
            calls.call('DELETE', '/messages/{message_id}', { params: { message_id: removed.id } })
          }
          onDone={reading.reload}
          onClose={() => setRemoved(undefined)}
        >
          <p>{words.removal}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
