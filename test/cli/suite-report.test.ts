import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseResult, Outcome } from '../../src/behavior/suite/run.ts';
import { junitOf } from '../../src/cli/suite/junit.ts';
import { caseLines, summaryLines } from '../../src/cli/suite/report.ts';

/** Any text, also with control characters and lone surrogates. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('<', '&', '\u001b', '\ud800', '\n') }),
);
const inMs = fc.nat(90_000);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ status: fc.constant('passed' as const), inMs }),
  fc.record({
    status: fc.constant('failed' as const),
    inMs,
    turn: fc.nat(9),
    said: fc.option(text, { nil: undefined }),
    misses: fc.array(fc.record({ expected: text, came: text }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    status: fc.constant('broken' as const),
    inMs,
    turn: fc.nat(9),
    said: fc.option(text, { nil: undefined }),
    message: text,
    isFinal: fc.boolean(),
  }),
);
const result: fc.Arbitrary<CaseResult> = fc
  .record({ name: text, outcomes: fc.array(outcome, { minLength: 1, maxLength: 4 }) })
  .map(({ name, outcomes }) => {
    const passes = outcomes.filter(({ status }) => status === 'passed').length;
    return { name, outcomes, passes, isPassed: passes === outcomes.length };
  });

describe('the report of a suite', () => {
  it('prints lines without control characters, and cuts long ones', () => {
    fc.assert(
      fc.property(fc.array(result), (results) => {
        const lines = [...results.flatMap(caseLines), ...summaryLines(results, results.length, undefined)];
        for (const line of lines) {
          expect(line).not.toMatch(/\p{Cc}/u);
          expect(line.length).toBeLessThan(400);
        }
      }),
    );
  });

  it('writes well-formed XML of all texts, with counts that add up', () => {
    fc.assert(
      fc.property(text, fc.array(result), fc.array(text), (name, results, notRun) => {
        const xml = junitOf(name, results, notRun);
        // Elements and attributes as they are written, and between them no markup and no character that XML excludes.
        const rest = xml
          .replace('<?xml version="1.0" encoding="UTF-8"?>', '')
          .replace(/<\/?(testsuites?|testcase|failure|error|skipped)( [a-z]+="[^"<]*")*\/?>/g, '');
        expect(rest).not.toMatch(/[<>"]|&(?!#\d+;)/);
        expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
        const count = (tag: string) => xml.split(`<${tag}`).length - 1;
        const [, tests, failures, errors, skipped] =
          /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
        expect([tests, failures, errors, skipped].map(Number)).toEqual([
          count('testcase'),
          count('failure'),
          count('error'),
          count('skipped'),
        ]);
      }),
    );
  });
});
