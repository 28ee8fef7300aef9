// biome-ignore-all lint/a11y/useSemanticElements: content-visibility has no effect within a `<table>`.
// biome-ignore-all lint/a11y/useFocusableInteractive: the links of the rows have the focus.
import { Component, type ComponentChildren, type RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useShortcuts } from '../use-shortcuts.ts';
import './data-table.css';

export interface Column<Item> {
  readonly name: string;
  /** A track of the grid, such as `96px`. */
  readonly width: string;
  /** Room that the table must have; default: any. */
  readonly from?: 'middle' | 'wide';
  readonly align?: 'end';
  /** The value in the CSV file; undefined: empty. Times are ISO 8601. */
  value(item: Item): string | number | undefined;
  cell(item: Item): ComponentChildren;
}

/** Columns and functions that stay the same as long as they give the same, or every row is drawn again. */
interface DataTableProps<Item, C extends Column<Item>> {
  readonly label: string;
  readonly columns: readonly C[];
  /** One list for each page that was read. */
  readonly pages: readonly (readonly Item[])[];
  readonly keyOf: (item: Item) => string;
  /** The address that a row opens. */
  readonly hrefOf: (item: Item) => string;
  /** Accessible name of a row's link. */
  readonly nameOf: (item: Item) => string;
  /** The key of the row whose panel is open. */
  readonly open: string | undefined;
  /** The order of the rows; the head of a column leads to another order. */
  readonly order?: {
    hrefOf(column: C): string;
    directionOf(column: C): 'ascending' | 'descending' | undefined;
  };
}

/** The browser lays out only the groups that are visible. A larger one takes longer than a frame. */
const GROUP = 20;

/** The groups of each page: a page that was read stays as it is. */
const known = new WeakMap<readonly unknown[], readonly (readonly unknown[])[]>();

function groupsOf<Item>(page: readonly Item[]): readonly (readonly Item[])[] {
  const groups =
    known.get(page) ??
    Array.from({ length: Math.ceil(page.length / GROUP) }, (_, nth) =>
      page.slice(nth * GROUP, (nth + 1) * GROUP),
    );
  known.set(page, groups);
  return groups as readonly (readonly Item[])[];
}

const tracks = <Item,>(columns: readonly Column<Item>[]) => columns.map((column) => column.width).join(' ');

/** Moves the focus between the links of the rows. */
function moveRow(table: Element | null, by: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const index = links.indexOf(document.activeElement as HTMLElement);
  const next = index === -1 ? links[0] : links[index + by];
  next?.focus();
}

/** Lets `j` and `k` move between the rows of a table. */
export function useRowKeys(table: RefObject<Element | null>): void {
  useShortcuts({
    'next-row': () => moveRow(table.current, 1),
    'previous-row': () => moveRow(table.current, -1),
  });
}

interface GroupProps<Item>
  extends Pick<DataTableProps<Item, Column<Item>>, 'columns' | 'keyOf' | 'hrefOf' | 'nameOf'> {
  readonly items: readonly Item[];
  /** The key of the open row, if it is one of these. */
  readonly open: string | undefined;
  /** The key of the row that the Tab key reaches, if it is one of these. */
  readonly reached: string | undefined;
}

/** Rows that are drawn again only if they differ: thousands of them are on the page, whose time goes on. */
class Group<Item> extends Component<GroupProps<Item>> {
  override shouldComponentUpdate(next: GroupProps<Item>): boolean {
    const now: GroupProps<Item> = this.props;
    return (Object.keys(next) as (keyof GroupProps<Item>)[]).some((name) => next[name] !== now[name]);
  }

  override render({ items, columns, keyOf, hrefOf, nameOf, open, reached }: GroupProps<Item>) {
    return (
      <div role="rowgroup" class="data-group" style={{ '--rows': items.length }}>
        {items.map((item) => (
          <div key={keyOf(item)} role="row" class="data-row" aria-current={keyOf(item) === open}>
            {columns.map((column, index) => (
              <div key={column.name} role="cell" data-from={column.from} data-align={column.align}>
                {index === 0 ? (
                  <a
                    data-row={keyOf(item)}
                    href={hrefOf(item)}
                    aria-label={nameOf(item)}
                    tabindex={keyOf(item) === reached ? 0 : -1}
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
    );
  }
}

/** Rows that open something, by a press or by the keys `j`, `k` and Enter. */
export function DataTable<Item, C extends Column<Item>>({
  label,
  columns,
  pages,
  keyOf,
  hrefOf,
  nameOf,
  open,
  order,
}: DataTableProps<Item, C>) {
  const root = useRef<HTMLDivElement>(null);
  const first = pages[0]?.[0];
  useRowKeys(root);
  const reached = open ?? (first && keyOf(first));
  return (
    <div
      ref={root}
      class="data-table"
      role="table"
      aria-label={label}
      style={{
        '--columns': tracks(columns),
        '--some-columns': tracks(columns.filter((column) => column.from !== 'wide')),
        '--few-columns': tracks(columns.filter((column) => column.from === undefined)),
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
        if (by === undefined) return;
        event.preventDefault();
        moveRow(root.current, by);
      }}
    >
      <div role="rowgroup">
        <div role="row" class="data-head">
          {columns.map((column) => (
            <div
              key={column.name}
              role="columnheader"
              data-from={column.from}
              data-align={column.align}
              aria-sort={order?.directionOf(column)}
            >
              {order ? <a href={order.hrefOf(column)}>{column.name}</a> : column.name}
            </div>
          ))}
        </div>
      </div>
      {pages.flatMap(groupsOf).map((items, group) => {
        const ifHere = (key: string | undefined) =>
          items.some((item) => keyOf(item) === key) ? key : undefined;
        return (
          <Group
            key={group}
            items={items}
            columns={columns}
            keyOf={keyOf}
            hrefOf={hrefOf}
            nameOf={nameOf}
            open={ifHere(open)}
            reached={ifHere(reached)}
          />
        );
      })}
    </div>
  );
}
