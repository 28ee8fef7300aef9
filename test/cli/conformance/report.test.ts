import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Check, Evidence, Verdict } from '../../../src/cli/conformance/evidence/evidence.ts';
import { shown } from '../../../src/cli/conformance/evidence/verdict.ts';
import { conformanceReport, reportOf, tableOf } from '../../../src/cli/conformance/report.ts';
import { CHECKS } from '../../../src/cli/conformance/rules/all.ts';

const NOTHING: Evidence = { calls: {}, sockets: {}, leftOut: {}, dialect: 'poly' };
const check = (rule: string, verdict: Verdict): Check => ({
  rule,
  expects: `what ${rule} expects`,
  judge: () => verdict,
});
const report = (...checks: readonly Check[]) =>
  reportOf(checks, NOTHING, { platform: 'https://chat.example', at: 0, secrets: ['s3cret', ''] });

const SOME = [
  check('M-1.1', { outcome: 'kept' }),
  check('M-3.11', { outcome: 'not-tried', why: 'it would take ten minutes' }),
  check('R-2.9', { outcome: 'broken', came: 'status 500 with "key s3cret is wrong"' }),
  check('R-19.2', { outcome: 'not-tried', why: 'it would take ten minutes' }),
];

describe('the report of a conformance run', () => {
  it('the report has every rule with its outcome, and no secret', () => {
    const made = report(...SOME);
    expect(made).toEqual({
      foyer: expect.any(String),
      platform: 'https://chat.example',
      at: '1970-01-01T00:00:00.000Z',
      dialect: 'poly',
      kept: 1,
      broken: 1,
      not_tried: 2,
      rules: [
        { rule: 'M-1.1', expects: 'what M-1.1 expects', outcome: 'kept' },
        {
          rule: 'M-3.11',
          expects: 'what M-3.11 expects',
          outcome: 'not-tried',
          why: 'it would take ten minutes',
        },
        {
          rule: 'R-2.9',
          expects: 'what R-2.9 expects',
          outcome: 'broken',
          came: 'status 500 with "key … is wrong"',
        },
        {
          rule: 'R-19.2',
          expects: 'what R-19.2 expects',
          outcome: 'not-tried',
          why: 'it would take ten minutes',
        },
      ],
    });
    expect(conformanceReport.safeParse(made).success).toBe(true);
  });

  it('the table has what came, the reasons of what was not tried, and the sum', () => {
    expect(tableOf(report(...SOME))).toEqual([
      'ok    M-1.1   what M-1.1 expects',
      '',
      'Not tried',
      '-     it would take ten minutes: M-3.11, R-19.2',
      '',
      'Broken',
      'ERROR R-2.9   what R-2.9 expects',
      '              came: status 500 with "key … is wrong"',
      '',
      'Rules: 1 kept, 1 broken, 2 not tried. The platform spells its agent POLY_AGENT (dialect poly).',
      'M-… is explained in docs/protocol.md, R-… in docs/rest.md of the package foyer-relay.',
    ]);
  });

  it('no character of a platform that controls a terminal is shown', () => {
    expect(shown('a\u001b[2J\u009b\u202eb')).toBe('"a\\u001b[2Jb"');
    expect(shown('x'.repeat(500))).toHaveLength(161);
  });

  it('every rule is in the documents, and comes once, in their order', () => {
    const ids = CHECKS.map(({ rule }) => rule);
    const documents = ['protocol', 'rest'].map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('\n');
    const written = [...documents.matchAll(/^- \*\*([MR]-\d+\.\d+)\*\*/gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(written.filter((id) => ids.includes(id ?? ''))).toEqual(ids);
  });

  it('no rule was tried where nothing was recorded', () => {
    const outcomes = new Set(
      CHECKS.map(({ judge }) => judge({ calls: {}, sockets: {}, leftOut: {} }).outcome),
    );
    expect([...outcomes]).toEqual(['not-tried']);
  });
});
