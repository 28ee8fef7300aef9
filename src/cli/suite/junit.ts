import type { CaseResult } from '../../behavior/suite/run.ts';
import { failureLines, firstFailure } from './report.ts';

/** Text of XML 1.0, which has no control characters but tabs and ends of lines, and no lone surrogates. */
const xml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '�')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

const seconds = (inMs: number) => (inMs / 1_000).toFixed(3);

/** The report that build servers read. A case is one test, whatever the number of its repeats. */
export function junitOf(name: string, results: readonly CaseResult[], notRun: readonly string[]): string {
  const timeOf = ({ outcomes }: CaseResult) => outcomes.reduce((sum, { inMs }) => sum + inMs, 0);
  const failed = results.filter(({ isPassed }) => !isPassed);
  const isError = (result: CaseResult) => firstFailure(result)?.status === 'broken';
  const errors = failed.filter(isError).length;
  const time = seconds(results.reduce((sum, result) => sum + timeOf(result), 0));
  const open = (of: string, inMs: number) =>
    `    <testcase classname="${xml(name)}" name="${xml(of)}" time="${seconds(inMs)}"`;
  const testcase = (result: CaseResult) => {
    const failure = firstFailure(result);
    const head = open(result.name, timeOf(result));
    if (result.isPassed || !failure) return [`${head}/>`];
    const tag = isError(result) ? 'error' : 'failure';
    const lines = failureLines(failure).map((line) => line.trim());
    const message = `${result.passes} of ${result.outcomes.length} passed`;
    return [
      `${head}>`,
      `      <${tag} message="${xml(message)}">${xml(lines.join('\n'))}</${tag}>`,
      '    </testcase>',
    ];
  };
  const counts = `tests="${results.length + notRun.length}" failures="${failed.length - errors}" errors="${errors}" skipped="${notRun.length}" time="${time}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(name)}" ${counts}>`,
    ...results.flatMap(testcase),
    ...notRun.map((of) => `${open(of, 0)}><skipped/></testcase>`),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
