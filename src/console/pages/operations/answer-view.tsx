import { useId, useMemo, useState } from 'preact/hooks';
import { NONE } from '../../../base/figure-text.ts';
import { ChoiceChips } from '../../parts/choice-chips.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { saveFile } from '../../save-file.ts';
import { type Table, tablesOf } from './tables.ts';
import { WORDS } from './words.ts';

/** A browser draws more of them slowly. */
const ROWS = 100;

function TableView({ table: { caption, columns, rows } }: { readonly table: Table }) {
  const [shown, setShown] = useState(ROWS);
  const captionId = useId();
  return (
    <>
      <section class="operation-table" aria-labelledby={captionId} tabindex={0}>
        <table class="rules">
          <caption id={captionId} class={caption === undefined ? 'visually-hidden' : undefined}>
            {caption ?? WORDS.answer}
          </caption>
          {columns.length > 0 && <TableHead titles={columns} />}
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {row.map((cell, nth) =>
                  columns.length === 0 && nth === 0 ? (
                    <th key={nth} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={nth}>
                      <bdi>{cell === '' ? NONE : cell}</bdi>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <p>
          <button type="button" onClick={() => setShown(shown + ROWS)}>
            {WORDS.more(Math.min(ROWS, rows.length - shown))}
          </button>
        </p>
      )}
    </>
  );
}

const VIEWS = { table: WORDS.asTable, json: WORDS.asJson } as const;

interface AnswerViewProps {
  /** Of the operation, for the file. */
  readonly id: string;
  readonly answer: unknown;
}

/** An answer as tables or as JSON. */
export function AnswerView({ id, answer }: AnswerViewProps) {
  const [view, setView] = useState<keyof typeof VIEWS>('table');
  const tables = useMemo(() => tablesOf(answer), [answer]);
  const text = useMemo(() => JSON.stringify(answer, undefined, 2), [answer]);
  return (
    <>
      <p class="controls">
        <ChoiceChips titles={VIEWS} chosen={view} onChoose={(name) => setView(name)} />
        <button type="button" class="quiet" onClick={() => saveFile(`${id}.json`, 'application/json', text)}>
          {WORDS.save}
        </button>
        <CopyButton key={text} text={text} />
      </p>
      {view === 'json' ? (
        <pre class="body operation-json" tabindex={0}>
          {text}
        </pre>
      ) : tables.length === 0 ? (
        <p class="hint">{WORDS.empty}</p>
      ) : (
        tables.map((table) => <TableView key={table.caption ?? ''} table={table} />)
      )}
    </>
  );
}
