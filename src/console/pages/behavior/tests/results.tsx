import type { CaseResult } from '../../../../behavior/suite/run.ts';
import { Fact } from '../../../parts/fact.tsx';
import type { Row, Run } from './suite-run.ts';
import { words } from './words.ts';

type Done = Extract<Run, { status: 'done' }>;

const isBroken = ({ published, draft }: Row) => published.isPassed && draft?.isPassed === false;
const isMended = ({ published, draft }: Row) => !published.isPassed && draft?.isPassed === true;
const passedOf = (results: readonly CaseResult[]) =>
  words.passes(results.filter(({ isPassed }) => isPassed).length, results.length);

function Failure({ of: [outcome] }: { readonly of: CaseResult['outcomes'] }) {
  if (!outcome || outcome.status === 'passed') return null;
  const facts = [
    [words.turn(outcome.turn + 1), outcome.said ?? words.greeting],
    ...(outcome.status === 'broken'
      ? [[words.failed, outcome.message]]
      : outcome.misses.flatMap(({ expected, came }) => [
          [words.expected, expected],
          [words.came, came],
        ])),
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, text], index) => (
        <Fact key={index} name={name}>
          <bdi>{text}</bdi>
        </Fact>
      ))}
    </dl>
  );
}

function Side({ name, of }: { readonly name: string; readonly of: CaseResult }) {
  return (
    <span class={`tag ${of.isPassed ? 'ok' : 'alert'}`}>
      {name}: {of.isPassed ? words.passed : words.failed}
    </span>
  );
}

function CaseItem({ row }: { readonly row: Row }) {
  const { published, draft } = row;
  const failed = [draft, published].find((of) => of?.isPassed === false);
  const line = (
    <>
      <bdi>{published.name}</bdi> <Side name={words.published} of={published} />{' '}
      {draft && <Side name={words.draft} of={draft} />} {isBroken(row) && <strong>{words.breaks}</strong>}
      {isMended(row) && <strong>{words.mends}</strong>}
    </>
  );
  return (
    <li>
      {failed ? (
        <details open={isBroken(row)}>
          <summary>{line}</summary>
          <Failure of={failed.outcomes} />
        </details>
      ) : (
        line
      )}
    </li>
  );
}

/** The cases of a run. Those that the draft has changed are first. */
export function Results({
  of: { rows, draft, noDraft },
  isStale,
}: {
  readonly of: Done;
  readonly isStale: boolean;
}) {
  const changed = (row: Row) => isBroken(row) || isMended(row);
  const drafted = rows.flatMap((row) => row.draft ?? []);
  return (
    <div class="suite-results">
      <p role="status">
        {words.published}: {passedOf(rows.map(({ published }) => published))}.{' '}
        {draft !== undefined && (
          <>
            {words.draft}: {passedOf(drafted)}.{' '}
            <strong>{words.breaksCount(rows.filter(isBroken).length)}</strong>{' '}
          </>
        )}
        {isStale && <span class="tag warning">{words.changed}</span>}
      </p>
      {noDraft !== undefined && <p class="hint">{noDraft}</p>}
      <ul>
        {[...rows.filter(changed), ...rows.filter((row) => !changed(row))].map((row) => (
          <CaseItem key={row.published.name} row={row} />
        ))}
      </ul>
    </div>
  );
}
