import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { countText } from '../../../base/figure-text.ts';
import { ok } from '../../../base/result.ts';
import { type Row, rowPage } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { LongerRange, Notice, Refusal, RemoteView } from '../../parts/states.tsx';
import { type Range, readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import type { Window } from './backwards.ts';
import { ColumnMenu } from './column-menu.tsx';
import { nameOfRow } from './columns.tsx';
import { Download } from './download.tsx';
import { FilterBar } from './filter-bar.tsx';
import { activeFilters, queryOf, readFilters } from './filters.ts';
import { createHits } from './hit.ts';
import { readNeighbours } from './neighbours.ts';
import { ConversationPanel } from './panel.tsx';
import { ranWithin, widened } from './ran.ts';
import { beginningOf, type Rest, readOn } from './read-list.ts';
import { useColumns } from './use-columns.ts';
import { useRunning } from './use-running.ts';
import './page.css';

/** What was read of the list. */
interface List {
  readonly pages: readonly (readonly Row[])[];
  /** The range when the first page was read: the last hours move on. */
  readonly range: Range;
  readonly rest: Rest | undefined;
}

const { conversations: words } = WORDS;

const LIVE_MS = 10_000;

/** The same at each time: rows are drawn again with what changes. */
const NONE_READ: List['pages'] = [];

const idOf = ({ id }: Row) => id;

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

  const readPage = (window: Window, cursor: string | undefined, signal?: AbortSignal) =>
    calls.call(
      'GET',
      '/conversations',
      { query: { ...queryOf(filters, window), cursor } },
      { answer: rowPage, ...(signal && { signal }) },
    );
  /** Reads on from `rest`, or from the beginning of the list. */
  function read(from: { readonly range: Range; readonly rest: Rest } | undefined, signal?: AbortSignal) {
    const range = from?.range ?? readRange(query, clock.now());
    const reach = filters.isRan ? widened(range) : range;
    const isShown = (row: Row) => !filters.isRan || ranWithin(range, row);
    const readHere = (window: Window, cursor: string | undefined) => readPage(window, cursor, signal);
    return readOn(reach, from?.rest ?? beginningOf(reach, isRanked), readHere, isRanked, isShown).then(
      (page) => (page.ok ? ok({ ...page.value, range }) : page),
    );
  }
  const list = useReading<List>(
    listKey,
    async (signal) => {
      const page = await read(undefined, signal);
      unread.value = undefined;
      return page.ok
        ? ok({ pages: [page.value.rows], range: page.value.range, rest: page.value.rest })
        : page;
    },
    // Those in progress change while one looks at them.
    { clock, ...(filters.inProgress && { everyMs: LIVE_MS }) },
  );
  /** Why further rows could not be read. */
  const unread = useSignal<string | undefined>(undefined);
  const running = useRunning(filters);

  async function showMore({ range, rest }: List): Promise<void> {
    if (!rest) return;
    const page = await read({ range, rest });
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok)
      list.update(({ pages }) => ({ pages: [...pages, page.value.rows], range, rest: page.value.rest }));
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
  const isByTime = !isRanked && !filters.isRan && !columns.isSorted;
  /** Reads what is around a conversation that the list has not loaded, or only just. */
  const readNear = async (range: Range, at: number, signal: AbortSignal) => {
    const near = await readNeighbours(range, at, (window) => readPage(window, undefined, signal));
    return { previous: stepTo(near.previous), next: stepTo(near.next) };
  };

  return (
    <div class="conversations" data-open={open !== undefined}>
      <div class="conversation-list" ref={root}>
        <FilterBar rows={all} running={running.remote.value.value}>
          <ColumnMenu all={columns.all} chosen={columns.chosen} />
          {shown && all.length > 0 && !filters.isRan && <Download filters={filters} range={shown.range} />}
        </FilterBar>
        <RemoteView remote={list.remote.value} onRetry={list.reload}>
          {(read) =>
            all.length === 0 ? (
              <Notice text={active.length > 0 ? words.noneFiltered : words.none}>
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
                {filters.isRan && <p class="hint list-note">{words.ranExplained}</p>}
                {columns.isSorted && (
                  <p class="hint list-note">{words.sorted(countText(all.length), read.rest === undefined)}</p>
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
            )
          }
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
