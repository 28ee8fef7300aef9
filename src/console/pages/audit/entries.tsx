import { useSignal } from '@preact/signals';
import { NONE } from '../../../base/figure-text.ts';
import { saveCsv } from '../../csv.ts';
import { usePageAddress } from '../../page-address.ts';
import { LongerRange, Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import { type AuditEntry, auditAnswer } from './answers.ts';
import { words } from './words.ts';

const PAGE = 100;
const CONVERSATION = 'conversation_id';

const isRefused = ({ outcome }: AuditEntry) => typeof outcome === 'string' || (outcome ?? 0) >= 400;
const targetText = ({ target = [] }: AuditEntry) =>
  target.map(([name, value]) => `${name}=${value}`).join(' ');

interface EntriesProps {
  readonly isReads: boolean;
}

interface List {
  readonly records: readonly AuditEntry[];
  /** Where the records before those that are shown begin. */
  readonly cursor: string | undefined;
}

function Target({ entry: { target = [] } }: { readonly entry: AuditEntry }) {
  if (target.length === 0) return <>{NONE}</>;
  return (
    <>
      {target.map(([name, value]) => (
        <span key={name} class="target">
          <span class="hint">{name}</span>{' '}
          {name === CONVERSATION ? (
            <a href={`/console/conversations?${new URLSearchParams({ open: value })}`}>
              <bdi>{value}</bdi>
            </a>
          ) : (
            <bdi>{value}</bdi>
          )}
        </span>
      ))}
    </>
  );
}

/** What was done in the range, the newest first. */
export function Entries({ isReads }: EntriesProps) {
  const { calls, clock } = useServices();
  const address = usePageAddress();
  const { query } = address;
  const unread = useSignal<string | undefined>(undefined);
  const [who, operation] = ['who', 'operation'].map((it) => query.get(it) || undefined);
  const filters = [
    ['who', who],
    ['operation', operation],
  ] as const;

  async function read(cursor: string | undefined, signal?: AbortSignal) {
    const range = readRange(query, clock.now());
    return calls.call(
      'GET',
      '/audit',
      {
        query: {
          ...(isReads && { reads: true }),
          who,
          operation,
          start_time: new Date(range.from).toISOString(),
          end_time: new Date(range.to).toISOString(),
          limit: PAGE,
          cursor,
        },
      },
      { answer: auditAnswer, ...(signal && { signal }) },
    );
  }
  const reading = useReading<List>(address.with({ zone: null }), (signal) => read(undefined, signal), {
    clock,
  });

  async function showMore({ records, cursor }: List): Promise<void> {
    const page = await read(cursor);
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok)
      reading.update(() => ({ records: [...records, ...page.value.records], cursor: page.value.cursor }));
  }

  const filter = (name: string, value: string) => (
    <a class="cell-filter" href={address.with({ [name]: value })} aria-label={words.only(value)}>
      <bdi>{value}</bdi>
    </a>
  );

  return (
    <>
      {filters.some(([, value]) => value !== undefined) && (
        <p class="audit-filters">
          {filters.map(
            ([name, value]) =>
              value !== undefined && (
                <a key={name} class="button" href={address.with({ [name]: null })}>
                  {WORDS.conversations.remove(value)}
                </a>
              ),
          )}
        </p>
      )}
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(list) =>
          list.records.length === 0 ? (
            <Notice text={isReads ? words.noReads : words.noChanges}>
              <LongerRange />
            </Notice>
          ) : (
            <>
              <p class="page-action">
                <button
                  type="button"
                  class="quiet"
                  onClick={() =>
                    saveCsv('audit', [
                      Object.values(words.columns),
                      ...list.records.map((it) => [
                        it.time,
                        it.who,
                        it.operation,
                        targetText(it),
                        it.outcome,
                        it.client,
                        it.requestId,
                      ]),
                    ])
                  }
                >
                  {WORDS.table.csv}
                </button>
              </p>
              <table class="rules audit-table" aria-label={isReads ? words.reads : words.changes}>
                <thead>
                  <tr>
                    {Object.entries(words.columns).map(([name, title]) => (
                      <th key={name} scope="col" class={`audit-${name}`}>
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.records.map((it) => (
                    <tr key={`${it.time} ${it.requestId} ${it.operation}`}>
                      <td>
                        <Time iso={it.time} />
                      </td>
                      <td>{it.who === undefined ? NONE : filter('who', it.who)}</td>
                      <td>{filter('operation', it.operation)}</td>
                      <td>
                        <Target entry={it} />
                      </td>
                      <td>
                        <bdi class={`tag ${isRefused(it) ? 'warning' : 'ok'}`}>{it.outcome ?? NONE}</bdi>
                      </td>
                      <td class="audit-client">
                        <bdi>{it.client ?? NONE}</bdi>
                      </td>
                      <td class="audit-request">
                        <code>{it.requestId ?? NONE}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <Refusal text={unread.value} />
              {list.cursor !== undefined && (
                <p class="more">
                  <button type="button" onClick={() => void showMore(list)}>
                    {WORDS.table.more}
                  </button>
                </p>
              )}
            </>
          )
        }
      </RemoteView>
    </>
  );
}
