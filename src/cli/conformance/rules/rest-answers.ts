import type * as z from 'zod';
import type { Check, Evidence, Part, Verdict } from '../evidence/evidence.ts';
import { isWire, type Wire } from '../evidence/frames.ts';
import { type Answered, byAnswers, FORBIDDEN, isForbidden, kept } from '../evidence/verdict.ts';

/** A call by its name, the status that it must have, and what it was, to complete "status 500 for …". */
export type Expected = readonly [call: string, statuses: number | readonly number[], what: string];

export function statusIssue(answer: Answered, [, statuses, what]: Expected): string | undefined {
  return [statuses].flat().includes(answer.status) ? undefined : `status ${answer.status} for ${what}`;
}

/** Every one of the calls must have its status. */
export function byStatuses(evidence: Evidence, part: Part, expected: readonly Expected[]): Verdict {
  for (const one of expected) {
    const verdict = byAnswers(evidence, part, [one[0]], (answer) => statusIssue(answer, one));
    if (verdict.outcome !== 'kept') return verdict;
  }
  return kept;
}

export const statuses = (
  rule: string,
  expects: string,
  part: Part,
  ...expected: readonly Expected[]
): Check => ({
  rule,
  expects,
  judge: (evidence) => byStatuses(evidence, part, expected),
});

/** First difference of a body from a published schema. */
export function shapeIssue({ body, status }: Answered, schema: z.ZodType): string | undefined {
  if (status >= 300) return `status ${status}`;
  if (body === undefined) return `status ${status} with a body that is no JSON`;
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  return issue && `${issue.path.join('.') || 'the body'}: ${issue.message.replace(/^Invalid input: /, '')}`;
}

/** The rule is kept when the answer has its published shape, and is what `more` says. */
export const shape = (
  rule: string,
  expects: string,
  part: Part,
  call: string,
  schema: z.ZodType,
  more: (body: Wire, evidence: Evidence) => string | undefined | Verdict = () => undefined,
): Check => ({
  rule,
  expects,
  judge: (evidence) =>
    byAnswers(evidence, part, [call], (answer) => {
      if (isForbidden(answer)) return FORBIDDEN;
      const issue = shapeIssue(answer, schema);
      return issue ?? (isWire(answer.body) ? more(answer.body, evidence) : undefined);
    }),
});

/** Judges one answer where its call was made; else the rule is kept as far as it could be seen. */
export function also(
  evidence: Evidence,
  call: string,
  judge: (answer: Answered) => string | undefined,
): string | undefined {
  const answer = evidence.calls[call];
  if (!answer || answer.kind === 'skipped') return undefined;
  return answer.kind === 'failed' ? answer.why : judge(answer);
}

/** The elements of a list in a body. */
export const rowsOf = (body: unknown, name: string): readonly Wire[] => {
  const rows = isWire(body) ? body[name] : undefined;
  return Array.isArray(rows) ? rows.filter(isWire) : [];
};
