import { usePageAddress } from '../../page-address.ts';
import { Popover } from '../../parts/popover.tsx';
import { conversationWords as words } from '../../words.ts';
import { type RowColumn, writeColumns } from './order.ts';

interface ColumnMenuProps {
  readonly all: readonly RowColumn[];
  readonly chosen: readonly RowColumn[];
}

/** Which columns the list has, and in which order. The address keeps it. */
export function ColumnMenu({ all, chosen }: ColumnMenuProps) {
  const { change } = usePageAddress();
  const choose = (next: readonly RowColumn[]) => change({ columns: writeColumns(next, all) }, 'replace');
  const others = all.filter((column) => !chosen.includes(column));
  return (
    <Popover label={words.columns} button={words.columns} look="quiet">
      {[...chosen, ...others].map((column, index) => (
        <p key={column.key} class="column-choice">
          <button
            type="button"
            data-stays
            aria-pressed={index < chosen.length}
            onClick={() =>
              choose(index < chosen.length ? chosen.filter((other) => other !== column) : [...chosen, column])
            }
          >
            {index < chosen.length ? '✓ ' : ''}
            {column.name}
          </button>
          {index > 0 && index < chosen.length && (
            <button
              type="button"
              class="quiet"
              data-stays
              onClick={() => choose(chosen.toSpliced(index, 1).toSpliced(index - 1, 0, column))}
            >
              <span class="visually-hidden">{words.moveUp(column.name)}</span>
              <span aria-hidden="true">↑</span>
            </button>
          )}
        </p>
      ))}
    </Popover>
  );
}
