import { useSignal } from '@preact/signals';
import { useCallback, useMemo } from 'preact/hooks';
import type { Row } from '../../answers.ts';
import { useReasonNames } from '../../handoff-reasons.ts';
import { usePageAddress } from '../../page-address.ts';
import { type Range, readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { dayText } from '../../zone.ts';
import { columnsOf, type HitOf, nameOfRow } from './columns.tsx';
import { readFilters } from './filters.ts';
import { createHits } from './hit.ts';
import { createListReader, isRanked, type List } from './list-reader.ts';
import { readNeighbours } from './neighbours.ts';
import { chosenColumns, nextSort, type RowColumn, readSort, sortRows } from './order.ts';

type Pages = readonly (readonly Row[])[];

/** The columns of the list and the order of its rows, as the address has them. All stay the same as long as they give the same. */
function useColumns(loaded: Pages, hitOf: HitOf | undefined) {
  const { now } = useServices();
  const zone = useZone();
  const reasonNames = useReasonNames();
  const { query, with: addressWith } = usePageAddress();
  // Texts such as "today" change with the day, and with them every row.
  const today = dayText(now.value, zone);
  const all = useMemo(() => columnsOf({ now: now.peek(), zone, hitOf, reasonNames }), [today, zone, hitOf]);
  const chosen = useMemo(() => chosenColumns(query, all), [query.get('columns'), all]);
  const sort = readSort(query, all);
  const pages = useMemo(
    () => (sort ? [sortRows(loaded.flat(), sort)] : loaded),
    [loaded, query.get('sort'), all],
  );
  return {
    all,
    chosen,
    pages,
    isSorted: sort !== undefined,
    order: {
      hrefOf: (column: RowColumn) => addressWith({ sort: nextSort(sort, column) }),
      directionOf: (column: RowColumn) =>
        sort?.column.key === column.key ? (sort.isDown ? 'descending' : 'ascending') : undefined,
    } as const,
  };
}

const LIVE_MS = 10_000;

/** The same at each time: rows are drawn again with what changes. */
const NONE_READ: List['pages'] = [];

/** The list that the address means, its columns, and the conversations around the open one. */
export function useConversations() {
  const { calls, clock, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const { query } = address;
  const open = query.get('open') ?? undefined;
  const filters = readFilters(query);
  const { readPage, readFirst, readRest } = createListReader(calls, filters);
  /** Why further rows could not be read. */
  const unread = useSignal<string | undefined>(undefined);
  const list = useReading<List>(
    // The open conversation, its layers and the zone change nothing in the list.
    address.with({ open: null, turn: null, layer: null, zone: null, columns: null, sort: null }),
    async (signal) => {
      const first = await readFirst(readRange(query, clock.now()), signal);
      unread.value = undefined;
      return first;
    },
    // Those in progress change while one looks at them.
    filters.inProgress ? LIVE_MS : undefined,
  );

  async function showMore({ range, rest }: List): Promise<void> {
    if (!rest) return;
    const page = await readRest(range, rest);
    unread.value = page.ok ? undefined : page.error.message;
    if (page.ok)
      list.update((shown) => ({ ...shown, pages: [...shown.pages, page.value.rows], rest: page.value.rest }));
  }

  const { text } = filters.search ?? {};
  const hitOf = useMemo(
    () => (text === undefined ? undefined : createHits(text, filters.saidBy)),
    [text, filters.saidBy],
  );
  const shown = list.remote.value.value;
  const columns = useColumns(shown?.pages ?? NONE_READ, hitOf);
  const nameOf = useCallback((row: Row) => nameOfRow(row, now.peek(), zone, hitOf), [columns.all]);
  const opening = (row: Row) => ({ open: row.id, turn: hitOf?.(row)?.turn.toString() ?? null });
  const hrefOf = useCallback(
    (row: Row) => address.with(opening(row)),
    [address.with({ open: null, turn: null }), hitOf],
  );

  const rows = columns.pages.flat();
  const index = rows.findIndex((row) => row.id === open);
  const stepTo = (row: Row | undefined) => row && opening(row);
  const isByTime = !isRanked(filters) && !filters.isRan && !filters.counted && !columns.isSorted;
  /** Reads what is around a conversation that the list has not loaded, or only just. */
  const readNear = async (range: Range, at: number, signal: AbortSignal) => {
    const near = await readNeighbours(range, at, (window) => readPage(window, {}, signal));
    return { previous: stepTo(near.previous), next: stepTo(near.next) };
  };

  return {
    filters,
    list,
    rows,
    columns,
    nameOf,
    hrefOf,
    open,
    unread,
    showMore,
    /** Props of the panel of the open conversation. */
    around: {
      row: rows[index],
      previous: stepTo(rows[index - 1]),
      next: index === -1 ? undefined : stepTo(rows[index + 1]),
      readNear:
        shown && isByTime && (index === -1 || (shown.rest && index === rows.length - 1))
          ? readNear.bind(undefined, shown.range)
          : undefined,
    },
  } as const;
}
