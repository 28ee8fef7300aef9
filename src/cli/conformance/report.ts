import * as z from 'zod';
import { VERSION } from '../../base/version.ts';
import type { Check, Evidence } from './evidence/evidence.ts';

const rule = z.strictObject({
  rule: z.string().regex(/^[MR]-\d+\.\d+$/),
  expects: z.string(),
  outcome: z.enum(['kept', 'broken', 'not-tried']),
  came: z.optional(z.string()),
  why: z.optional(z.string()),
});

/** The JSON of a run. `came` is there for a broken rule, `why` for one that was not tried. */
export const conformanceReport = z.strictObject({
  foyer: z.string(),
  platform: z.string(),
  at: z.iso.datetime(),
  dialect: z.nullable(z.enum(['service', 'poly'])),
  kept: z.int(),
  broken: z.int(),
  not_tried: z.int(),
  rules: z.array(rule),
});

export type ConformanceReport = z.output<typeof conformanceReport>;
type Judged = ConformanceReport['rules'][number];

/** Takes secrets out of a text that the platform sent. */
const without = (text: string, secrets: readonly string[]) =>
  secrets.reduce((clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '…')), text);

/** Judges every rule. No text of the report contains one of the secrets. */
export function reportOf(
  checks: readonly Check[],
  evidence: Evidence,
  {
    platform,
    at,
    secrets,
  }: { readonly platform: string; readonly at: number; readonly secrets: readonly string[] },
): ConformanceReport {
  const rules = checks.map(({ rule: id, expects, judge }): Judged => {
    const verdict = judge(evidence);
    const { outcome } = verdict;
    return {
      rule: id,
      expects,
      outcome,
      ...(verdict.outcome === 'broken' && { came: without(verdict.came, secrets) }),
      ...(verdict.outcome === 'not-tried' && { why: without(verdict.why, secrets) }),
    };
  });
  const count = (wanted: Judged['outcome']) => rules.filter(({ outcome }) => outcome === wanted).length;
  return {
    foyer: VERSION,
    platform,
    at: new Date(at).toISOString(),
    dialect: evidence.dialect ?? null,
    kept: count('kept'),
    broken: count('broken'),
    not_tried: count('not-tried'),
    rules,
  };
}

const RULE_WIDTH = 7;
const INDENT = ' '.repeat(RULE_WIDTH + 7);

const SPELLING = { service: 'SERVICE_AGENT', poly: 'POLY_AGENT' } as const;

/** The table: what is kept, what was not tried by its reason, what is broken, and the sum. */
export function tableOf({ rules, kept, broken, not_tried, dialect }: ConformanceReport): readonly string[] {
  const of = (wanted: Judged['outcome']) => rules.filter(({ outcome }) => outcome === wanted);
  const reasons = new Map<string, string[]>();
  for (const { rule: id, why = '' } of of('not-tried')) reasons.set(why, [...(reasons.get(why) ?? []), id]);
  return [
    ...of('kept').map(({ rule: id, expects }) => `ok    ${id.padEnd(RULE_WIDTH)} ${expects}`),
    '',
    'Not tried',
    ...[...reasons].map(([why, ids]) => `-     ${why}: ${ids.join(', ')}`),
    '',
    ...(broken > 0 ? ['Broken'] : []),
    ...of('broken').flatMap(({ rule: id, expects, came }) => [
      `ERROR ${id.padEnd(RULE_WIDTH)} ${expects}`,
      `${INDENT}came: ${came}`,
    ]),
    ...(broken > 0 ? [''] : []),
    `Rules: ${kept} kept, ${broken} broken, ${not_tried} not tried.${dialect ? ` The platform spells its agent ${SPELLING[dialect]} (dialect ${dialect}).` : ''}`,
    'M-… is explained in docs/protocol.md, R-… in docs/rest.md of the package foyer-relay.',
  ];
}
