import { useSignal } from '@preact/signals';
import { countText } from '../../../../base/figure-text.ts';
import { ok } from '../../../../base/result.ts';
import { type ReceivedWebhook, readAlertEvent } from '../../../answers.ts';
import { usePageAddress } from '../../../page-address.ts';
import { ShowMore } from '../../../parts/show-more.tsx';
import { KnownSince, Notice, Refusal, RemoteView } from '../../../parts/states.tsx';
import { Time } from '../../../parts/time.tsx';
import { readRange } from '../../../range.ts';
import { useReading } from '../../../remote.ts';
import { useServices } from '../../../services.ts';
import { joinWebhooks, keyOf } from './join-webhooks.ts';
import { words } from './words.ts';

const REFRESH_MS = 15_000;

function Webhook({ webhook: { time, type, name, signedWith, body } }: { readonly webhook: ReceivedWebhook }) {
  return (
    <details>
      <summary>
        <Time iso={time} /> <bdi>{type}</bdi> <bdi>{readAlertEvent(body)?.data.name}</bdi>{' '}
        <span class="hint">
          <bdi>{name}</bdi>
        </span>{' '}
        <span class={`tag ${signedWith === 'previous' ? 'warning' : 'ok'}`}>
          {signedWith === 'previous' ? words.signedWithPrevious : words.signed}
        </span>
      </summary>
      <pre class="body">{body === undefined ? words.noBody : JSON.stringify(body, undefined, 2)}</pre>
    </details>
  );
}

/** The webhooks that the relays have received in a range, the newest first. */
function ReceivedIn({ range }: { readonly range: string }) {
  const { calls, clock } = useServices();
  const { query } = usePageAddress();
  /** Cursor of the earlier webhooks. */
  const earlier = useSignal<string | undefined>(undefined);
  /** Why earlier ones could not be read. */
  const unread = useSignal<string | undefined>(undefined);
  const known = useSignal<readonly ReceivedWebhook[] | undefined>(undefined);

  async function read(cursor: string | undefined, signal?: AbortSignal) {
    const { from, to, last } = readRange(query, clock.now());
    const span = {
      start_time: new Date(from).toISOString(),
      ...(last === undefined && { end_time: new Date(to).toISOString() }),
    };
    const page = await calls.own('GET', '/webhook-events', { query: { ...span, cursor } }, signal);
    if (!page.ok) return page;
    // The newest are read again and again. They lead to where the earlier ones begin only the first time.
    if (cursor !== undefined || known.value === undefined) earlier.value = page.value.cursor;
    known.value = joinWebhooks(known.value ?? [], page.value.events);
    return ok({ ...page.value, events: known.value });
  }
  const reading = useReading(range, (signal) => read(undefined, signal), REFRESH_MS);

  async function readEarlier(): Promise<void> {
    const page = await read(earlier.value);
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok) reading.update(() => page.value);
  }

  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {({ events, refused, knownSince: since }) => (
        <>
          <KnownSince since={since} from={readRange(query, clock.now()).from} />
          {refused !== undefined && refused.count > 0 && (
            <p class="hint">{words.refused(countText(refused.count))}</p>
          )}
          {events.length === 0 ? (
            <Notice text={words.noEvents} />
          ) : (
            <ul class="facts-list">
              {events.map((webhook) => (
                <li key={keyOf(webhook)}>
                  <Webhook webhook={webhook} />
                </li>
              ))}
            </ul>
          )}
          <Refusal text={unread.value} />
          {earlier.value !== undefined && <ShowMore onMore={readEarlier} />}
        </>
      )}
    </RemoteView>
  );
}

export function Received() {
  const { query } = usePageAddress();
  const range = ['range', 'from', 'to'].map((name) => query.get(name)).join();
  return (
    <section>
      <h2>{words.received}</h2>
      {/* Another range begins anew. */}
      <ReceivedIn key={range} range={range} />
    </section>
  );
}
