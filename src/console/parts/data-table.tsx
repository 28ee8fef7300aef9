// biome-ignore-all lint/a11y/useSemanticElements: content-visibility has no effect within a `<table>`.
// biome-ignore-all lint/a11y/useFocusableInteractive: the links of the rows have the focus.
import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { usePageKeys } from '../page-keys.ts';
import './data-table.css';

export interface Column<Item> {
  readonly name: string;
  /** A track of the grid, such as `96px`. */
  readonly width: string;
  /** Left out in a narrow window. */
  readonly isMinor?: boolean;
  readonly align?: 'end';
  /** What the file of values has; undefined: nothing. Times are ISO 8601. */
  value(item: Item): string | number | undefined;
  cell(item: Item): ComponentChildren;
}

interface DataTableProps<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  /** One list for each page that was read: the browser lays out only those that are visible. */
  readonly pages: readonly (readonly Item[])[];
  readonly keyOf: (item: Item) => string;
  /** The address that a row opens. */
  readonly hrefOf: (item: Item) => string;
  /** Accessible name of a row's link. */
  readonly nameOf: (item: Item) => string;
  /** The key of the row whose panel is open. */
  readonly open: string | undefined;
}

const tracks = <Item,>(columns: readonly Column<Item>[]) => columns.map((it) => it.width).join(' ');

/** Moves the focus between the links of the rows. */
function moveRow(table: Element | null, by: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? links[0] : links[at + by];
  next?.focus();
}

/** Lets `j` and `k` move between the rows of a table. */
export function useRowKeys(table: RefObject<Element | null>): void {
  usePageKeys({
    'next-row': () => moveRow(table.current, 1),
    'previous-row': () => moveRow(table.current, -1),
  });
}

/** Rows that open something, by a press or by the keys `j`, `k` and Enter. */
export function DataTable<Item>({
  label,
  columns,
  pages,
  keyOf,
  hrefOf,
  nameOf,
  open,
}: DataTableProps<Item>) {
  const root = useRef<HTMLDivElement>(null);
  const first = pages[0]?.[0];
  useRowKeys(root);
  return (
    <div
      ref={root}
      class="data-table"
      role="table"
      aria-label={label}
      style={{ '--columns': tracks(columns), '--few-columns': tracks(columns.filter((it) => !it.isMinor)) }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
        if (by === undefined) return;
        event.preventDefault();
        moveRow(root.current, by);
      }}
    >
      <div role="rowgroup">
        <div role="row" class="data-head">
          {columns.map((it) => (
            <div key={it.name} role="columnheader" data-minor={it.isMinor} data-align={it.align}>
              {it.name}
            </div>
          ))}
        </div>
      </div>
      {pages.map((items, page) => (
        <div key={page} role="rowgroup" class="data-page" style={{ '--rows': items.length }}>
          {items.map((item) => (
            <div key={keyOf(item)} role="row" class="data-row" aria-current={keyOf(item) === open}>
              {columns.map((column, at) => (
                <div key={column.name} role="cell" data-minor={column.isMinor} data-align={column.align}>
                  {at === 0 ? (
                    <a
                      data-row={keyOf(item)}
                      href={hrefOf(item)}
                      aria-label={nameOf(item)}
                      tabindex={
                        open === undefined ? (item === first ? 0 : -1) : keyOf(item) === open ? 0 : -1
                      }
                    >
                      {column.cell(item)}
                    </a>
                  ) : (
                    column.cell(item)
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
