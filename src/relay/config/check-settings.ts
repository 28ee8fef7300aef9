import type * as z from 'zod';
import { expectedOf, type Key, parseSettings } from './settings.ts';
import type { ConfigIssue, RawSettings } from './sources.ts';

/** Pairs of a key and the other key that it needs. */
export type NeededKeys = readonly (readonly [Key, Key])[];

export interface CheckedSettings<Values> {
  /** undefined if a value is missing or malformed. */
  readonly values: Values | undefined;
  /** The new issues. */
  readonly issues: ConfigIssue[];
}

/** Checks the raw values of a schema's keys. Each key has at most one issue. */
export function checkSettings<S extends z.ZodObject>(
  schema: S,
  { values: raw, issues: known }: RawSettings,
  needed: NeededKeys,
): CheckedSettings<z.output<S>> {
  const issues: ConfigIssue[] = [];
  // An unreadable key already has an issue. That issue may name its file.
  const hasIssue = (key: Key) => [...known, ...issues].some((issue) => issue.key.startsWith(key));
  const { values, issues: found } = parseSettings(schema, raw);
  for (const { key, expected } of found) {
    if (!hasIssue(key))
      issues.push({ key, type: raw[key] === undefined ? 'missing' : 'malformed', expected });
  }
  for (const [key, other] of needed) {
    if (raw[key] === undefined || raw[other] !== undefined || hasIssue(other)) continue;
    issues.push({ key: other, type: 'missing', expected: `${expectedOf(other)}, since ${key} is set` });
  }
  return { values, issues };
}
