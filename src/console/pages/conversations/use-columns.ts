import { useMemo } from 'preact/hooks';
import type { Row } from '../../answers.ts';
import { useReasonNames } from '../../handoff-reasons.ts';
import { usePageAddress } from '../../page-address.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { dayText } from '../../zone.ts';
import { columnsOf, type HitOf } from './columns.tsx';
import { chosenColumns, nextSort, type RowColumn, readSort, sortRows } from './order.ts';

type Pages = readonly (readonly Row[])[];

/** The columns of the list and the order of its rows, as the address has them. All stay the same as long as they give the same. */
export function useColumns(loaded: Pages, hitOf: HitOf | undefined) {
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
