import { useSignal } from '@preact/signals';
import { usePageAddress } from '../../page-address.ts';
import { CsvButton } from '../../parts/csv-button.tsx';
import { Options } from '../../parts/options.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { LongerRange, Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import type { AuditEntry } from './audit-entry.ts';
import { Row } from './row.tsx';
import { foldSignIns } from './sentences.ts';
import { words } from './words.ts';

const OPERATIONS = Object.entries(words.did);

/** Fields for the name and the operation whose records are shown. */
function Filters({ isReads }: { readonly isReads: boolean }) {
  const { query, change } = usePageAddress();
  const asked = query.get('operation') ?? '';
  // As the relay lists them: what reads begins with one of these.
  const isRead = (operation: string) => /^(?:get|list|lint|preview)/.test(operation);
  const offered = OPERATIONS.filter(([operation]) => isRead(operation) === isReads || operation === asked);
  const isKnown = offered.some(([operation]) => operation === asked);
  return (
    <form
      class="audit-filters"
      onSubmit={withFields((fields) => change({ who: String(fields.get('who')).trim() || null }))}
    >
      <input
        key={query.get('who')}
        type="search"
        name="who"
        aria-label={words.who}
        placeholder={words.who}
        maxLength={128}
        defaultValue={query.get('who') ?? ''}
        onChange={({ currentTarget }) => change({ who: currentTarget.value.trim() || null })}
      />
      <select
        aria-label={words.operation}
        data-set={asked !== ''}
        value={asked}
        onChange={({ currentTarget }) => change({ operation: currentTarget.value || null })}
      >
        <option value="">
          {words.operation}: {words.anything}
        </option>
        {!isKnown && asked !== '' && <option value={asked}>{asked}</option>}
        <Options titles={Object.fromEntries(offered)} />
      </select>
    </form>
  );
}

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
