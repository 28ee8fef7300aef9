import type { CaseResult, ChatFailure, Outcome } from '../../behavior/suite/run.ts';

const MAX_SHOWN = 300;

/** One line of a text, cut. Control characters could change what the terminal shows. */
function shown(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}

const timeOf = (inMs: number): string => (inMs < 1_000 ? `${inMs} ms` : `${(inMs / 1_000).toFixed(1)} s`);

const field = (name: string, text: string) => `    ${name.padEnd(9)} ${shown(text)}`;

/** The lines of a failure: what was said, what was expected and what came. */
export function failureLines(outcome: Exclude<Outcome, { status: 'passed' }>): readonly string[] {
  const { turn, said } = outcome;
  return [
    `    turn ${turn + 1}${said === undefined ? ', the greeting' : ''}`,
    ...(said === undefined ? [] : [field('said', said)]),
    ...(outcome.status === 'broken'
      ? [field('failed', outcome.message)]
      : outcome.misses.flatMap(({ expected, came }, index) => [
          field('expected', expected),
          // Several expectations of one answer: it is shown once.
          ...(outcome.misses[index + 1]?.came === came ? [] : [field('came', came)]),
        ])),
  ];
}

export const firstFailure = ({ outcomes }: CaseResult) =>
  outcomes.find((outcome) => outcome.status !== 'passed');

const durationOf = ({ outcomes }: CaseResult) => outcomes.reduce((sum, { inMs }) => sum + inMs, 0);

/** The lines of a case. */
export function caseLines(result: CaseResult): readonly string[] {
  const { name, outcomes, passes, isPassed } = result;
  const share = outcomes.length === 1 ? '' : `${passes} of ${outcomes.length}  `;
  const failure = firstFailure(result);
  return [
    `${isPassed ? '✓' : '✗'} ${share}${shown(name)} (${timeOf(durationOf(result))})`,
    ...(failure ? failureLines(failure) : []),
  ];
}

/** The last lines. */
export function summaryLines(
  results: readonly CaseResult[],
  count: number,
  ended: ChatFailure | undefined,
): readonly string[] {
  const passed = results.filter(({ isPassed }) => isPassed).length;
  const rest = count - results.length;
  return [
    ...(results.length > 0 ? [''] : []),
    [`${passed} passed`, `${results.length - passed} failed`, rest > 0 && `${rest} not run`]
      .filter(Boolean)
      .join(', '),
    ...(ended ? [`ended early: ${shown(ended.message)}`] : []),
  ];
}
