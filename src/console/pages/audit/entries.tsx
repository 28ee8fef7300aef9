import { useSignal } from '@preact/signals';
import { usePageAddress } from '../../page-address.ts';
import { CsvButton } from '../../parts/csv-button.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { LongerRange, Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import type { AuditEntry } from './audit-entry.ts';
import { Filters } from './filters.tsx';
import { Row } from './row.tsx';
import { foldSignIns } from './sentences.ts';
import { words } from './words.ts';

const PAGE = 100;
const targetText = ({ target }: AuditEntry) =>
  Object.entries(target)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

const cellsOf = (record: AuditEntry) => [
  record.time,
  record.who,
  [record.door, record.via].filter(Boolean).join(' '),
  record.operation,
  targetText(record),
  record.outcome,
  record.client,
  record.requestId,
];

interface List {
  readonly records: readonly AuditEntry[];
  /** Cursor of the earlier records. */
  readonly cursor: string | undefined;
}

/** Actions in the range, the newest first. */
export function Entries({ isReads }: { readonly isReads: boolean }) {
  const { calls, clock } = useServices();
  const address = usePageAddress();
  const { query } = address;
  const unread = useSignal<string | undefined>(undefined);
  const [who, operation] = ['who', 'operation'].map((name) => query.get(name) || undefined);
  async function read(cursor: string | undefined, signal?: AbortSignal) {
    const range = readRange(query, clock.now());
    return calls.own(
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
      signal,
    );
  }
  const reading = useReading<List>(address.with({ zone: null }), (signal) => read(undefined, signal));

  async function showMore({ records, cursor }: List): Promise<void> {
    const page = await read(cursor);
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok)
      reading.update(() => ({ records: [...records, ...page.value.records], cursor: page.value.cursor }));
  }

  return (
    <>
      <Filters isReads={isReads} />
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(list) =>
          list.records.length === 0 ? (
            <Notice text={isReads ? words.noReads : words.noChanges}>
              <LongerRange />
            </Notice>
          ) : (
            <>
              <p class="page-action">
                <CsvButton name="audit" rows={() => [words.csvColumns, ...list.records.map(cellsOf)]} />
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
                  {foldSignIns(list.records).map((fold) => (
                    <Row key={`${fold.entries[0].time} ${fold.entries[0].requestId}`} fold={fold} />
                  ))}
                </tbody>
              </table>
              <Refusal text={unread.value} />
              {list.cursor !== undefined && <ShowMore onMore={() => showMore(list)} />}
            </>
          )
        }
      </RemoteView>
    </>
  );
}
