import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { countText } from '../../../base/figure-text.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { CallError } from '../../../ui/api-client.ts';
import { type CountedRow, countedAnswer, type Row, rowPage } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { LongerRange, Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { type Range, readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { timeText } from '../../zone.ts';
import type { Window } from './backwards.ts';
import { ColumnMenu } from './column-menu.tsx';
import { nameOfRow } from './columns.tsx';
import { Download } from './download.tsx';
import { FilterBar } from './filter-bar.tsx';
import { activeFilters, queryOf, readFilters } from './filters.ts';
import { createHits } from './hit.ts';
import { readNeighbours } from './neighbours.ts';
import { ConversationPanel } from './panel.tsx';
import { ranRow, widened } from './ran.ts';
import { readCountedRows } from './read-counted.ts';
import { beginningOf, type Rest, readOn } from './read-list.ts';
import { useColumns } from './use-columns.ts';
import { useRunning } from './use-running.ts';
import './page.css';

/** What was read of the list. */
interface List {
  readonly pages: readonly (readonly Row[])[];
  /** The range when the first page was read: the last hours move on. */
  readonly range: Range;
  readonly rest: Rest | CountedRest | undefined;
  /** The answer about the conversations of a figure, if the list shows them. */
  readonly counted?: { readonly total: number | undefined; readonly note: string | undefined };
}

/** Conversations whose rows are still to be read. */
interface CountedRest {
  readonly type: 'counted';
  readonly left: readonly CountedRow[];
}

/** Rows that are read at a time of those that a figure counts. */
const COUNTED_PAGE = 50;

const { conversations: words } = WORDS;

const LIVE_MS = 10_000;

/** The same at each time: rows are drawn again with what changes. */
const NONE_READ: List['pages'] = [];

const idOf = ({ id }: Row) => id;

/** Says that so many of a figure's conversations are shown, and why not all of them. */
function Counted({ list }: { readonly list: List | undefined }) {
  if (!list?.counted) return null;
  const { total, note } = list.counted;
  return (
    <span class="hint" role="status">
      {words.counted(countText(list.pages.flat().length), total === undefined ? undefined : countText(total))}
      {note && ` · ${note}`}
    </span>
  );
}

/** Says what the list of those that ran consists of, and how far back it has been read. */
function RanNote({ rest }: Pick<List, 'rest'>) {
  const { now } = useServices();
  const zone = useZone();
  const since = rest && rest.type !== 'counted' ? timeText(rest.window.to, now.value, zone) : undefined;
  return <p class="hint list-note">{words.ranExplained(since)}</p>;
}

/** The list of conversations, and beside it the one that is open. */
export function ConversationsPage() {
  const { calls, clock, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const { query } = address;
  const root = useRef<HTMLDivElement>(null);
  const open = query.get('open') ?? undefined;
  // The open conversation, its layers and the zone change nothing in the list.
  const listKey = address.with({
    open: null,
    turn: null,
    layer: null,
    zone: null,
    columns: null,
    sort: null,
  });

  const filters = readFilters(query);
  const isRanked = filters.search !== undefined || filters.isSample;

  const readPage = (window: Window, more: object, signal?: AbortSignal) =>
    calls.call(
      'GET',
      '/conversations',
      { query: { ...queryOf(filters, window), ...more } },
      { answer: rowPage, ...(signal && { signal }) },
    );

  /** When conversations begin that may be shown. */
  const reachOf = (range: Range) => (filters.isRan ? widened(range) : range);

  /** Reads on from where the list ends. */
  async function readRest(range: Range, rest: NonNullable<List['rest']>, signal?: AbortSignal) {
    if (rest.type !== 'counted') {
      const isShown = (row: Row) => !filters.isRan || ranRow(range, row);
      const read = (window: Window, cursor: string | undefined) => readPage(window, { cursor }, signal);
      return readOn(reachOf(range), rest, read, isRanked, isShown);
    }
    const read = await readCountedRows(rest.left.slice(0, COUNTED_PAGE), (window, limit) =>
      readPage(window, { limit }, signal),
    );
    const left = rest.left.slice(COUNTED_PAGE);
    return read.ok
      ? ok({ rows: read.value, rest: left.length > 0 ? { type: 'counted' as const, left } : undefined })
      : read;
  }

  /** Reads the beginning of the list. */
  async function readFirst(signal: AbortSignal): Promise<Result<List, CallError>> {
    const range = readRange(query, clock.now());
    let rest: NonNullable<List['rest']> = beginningOf(reachOf(range), isRanked);
    let counted: List['counted'];
    if (filters.counted) {
      const { from, to } = range;
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const asked = { ...span, client_env: filters.environment, ...filters.counted.query };
      const answer = await calls.call(
        'GET',
        '/insights/conversations',
        { query: asked },
        { answer: countedAnswer, signal },
      );
      if (!answer.ok) return answer;
      counted = answer.value;
      rest = { type: 'counted', left: answer.value.conversations };
    }
    const page = await readRest(range, rest, signal);
    return page.ok
      ? ok({ pages: [page.value.rows], range, rest: page.value.rest, ...(counted && { counted }) })
      : page;
  }
  const list = useReading<List>(
    listKey,
    async (signal) => {
      const first = await readFirst(signal);
      unread.value = undefined;
      return first;
    },
    // Those in progress change while one looks at them.
    { clock, ...(filters.inProgress && { everyMs: LIVE_MS }) },
  );
  /** Why further rows could not be read. */
  const unread = useSignal<string | undefined>(undefined);
  const running = useRunning(filters);

  async function showMore({ range, rest }: List): Promise<void> {
    if (!rest) return;
    const page = await readRest(range, rest);
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok)
      list.update((it) => ({ ...it, pages: [...it.pages, page.value.rows], rest: page.value.rest }));
  }

  // The focus returns to the row whose panel has been closed.
  const opened = useRef(open);
  useEffect(() => {
    const closed = opened.current;
    opened.current = open;
    if (open === undefined && closed !== undefined)
      root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
  }, [open]);

  const { text } = filters.search ?? {};
  const hitOf = useMemo(
    () => (text === undefined ? undefined : createHits(text, filters.saidBy)),
    [text, filters.saidBy],
  );
  const columns = useColumns(list.remote.value.value?.pages ?? NONE_READ, hitOf);
  const nameOf = useCallback((it: Row) => nameOfRow(it, now.peek(), zone, hitOf), [columns.all]);
  const opening = (it: Row) => ({ open: it.id, turn: hitOf?.(it)?.turn.toString() ?? null });
  const hrefOf = useCallback(
    (it: Row) => address.with(opening(it)),
    [address.with({ open: null, turn: null }), hitOf],
  );

  const all = columns.pages.flat();
  const index = all.findIndex((it) => it.id === open);
  const active = activeFilters(query);
  const stepTo = (it: Row | undefined) => it && opening(it);
  const shown = list.remote.value.value;
  const isByTime = !isRanked && !filters.isRan && !filters.counted && !columns.isSorted;
  /** Reads what is around a conversation that the list has not loaded, or only just. */
  const readNear = async (range: Range, at: number, signal: AbortSignal) => {
    const near = await readNeighbours(range, at, (window) => readPage(window, {}, signal));
    return { previous: stepTo(near.previous), next: stepTo(near.next) };
  };

  return (
    <div class="conversations" data-open={open !== undefined}>
      <div class="conversation-list" ref={root}>
        <FilterBar rows={all} running={running.remote.value.value}>
          <Counted list={list.remote.value.value} />
          <ColumnMenu all={columns.all} chosen={columns.chosen} />
          {shown && all.length > 0 && <Download filters={filters} range={shown.range} />}
        </FilterBar>
        <RemoteView remote={list.remote.value} onRetry={list.reload}>
          {(read) => (
            <>
              {filters.isRan && <RanNote rest={read.rest} />}
              {all.length === 0 && !read.rest ? (
                <Notice text={active.length > 0 || filters.counted ? words.noneFiltered : words.none}>
                  {active.map(([name, value]) => (
                    <a
                      key={name + value}
                      class="button"
                      href={address.with({ [name]: query.getAll(name).filter((it) => it !== value) })}
                    >
                      {words.remove(value)}
                    </a>
                  ))}
                  <LongerRange />
                </Notice>
              ) : (
                <>
                  {columns.isSorted && (
                    <p class="hint list-note">
                      {words.sorted(countText(all.length), read.rest === undefined)}
                    </p>
                  )}
                  <DataTable
                    label={WORDS.pages.conversations}
                    columns={columns.chosen}
                    pages={columns.pages}
                    order={columns.order}
                    keyOf={idOf}
                    hrefOf={hrefOf}
                    nameOf={nameOf}
                    open={open}
                  />
                  <Refusal text={unread.value} />
                  {read.rest && (
                    <p class="more">
                      <button type="button" onClick={() => void showMore(read)}>
                        {WORDS.table.more}
                      </button>
                    </p>
                  )}
                </>
              )}
            </>
          )}
        </RemoteView>
      </div>
      {open !== undefined && (
        <ConversationPanel
          id={open}
          row={all[index]}
          previous={stepTo(all[index - 1])}
          next={index === -1 ? undefined : stepTo(all[index + 1])}
          readNear={
            shown && isByTime && (index === -1 || (shown.rest && index === all.length - 1))
              ? readNear.bind(undefined, shown.range)
              : undefined
          }
        />
      )}
    </div>
  );
}
