import { CsvButton } from '../../parts/csv-button.tsx';
import type { Call } from './answers.ts';
import { COLUMNS } from './columns.tsx';
import { words } from './words.ts';

interface CallActionsProps {
  readonly calls: readonly Call[];
  readonly mayCall: boolean;
  onPlace(): void;
}

/** Saves the list, and opens the form for a new call. */
export function CallActions({ calls, mayCall, onPlace }: CallActionsProps) {
  const rows = () => [
    COLUMNS.map(({ name }) => name),
    ...calls.map((call) => COLUMNS.map(({ value }) => value(call))),
  ];
  return (
    <p class="page-action">
      {calls.length > 0 && <CsvButton name="calls" rows={rows} />}{' '}
      {mayCall ? (
        <button type="button" class="primary" onClick={onPlace}>
          {words.place}
        </button>
      ) : (
        <span class="hint">{words.needsCall}</span>
      )}
    </p>
  );
}
