import type { Expected } from '../compare.ts';
import type { Abilities } from '../vocabulary.ts';
import type { Check } from './check.ts';
import { findUnknownVisible } from './views.ts';
import { viewDifferences } from './visible.ts';

/** Expectations of views at marks, or at a time after a moment (`trace`). */

export interface TraceMoment {
  /** At this mark, before the actions that wait for it. */
  readonly mark?: string;
  /** `afterMs` after a mark, or after `offline`, `online`, `drop` or `close`. */
  readonly since?: string;
  readonly afterMs: number;
}

interface TraceEntry {
  readonly moment: TraceMoment;
  readonly visible: Expected;
}

const AFTER = /^(?:at_)?ms_after_(\w+)$/;

/** Reads an entry of `trace`. Returns undefined when it names no moment. */
function read(entry: Expected): TraceEntry | undefined {
  const { mark, at_mark, at, after, ms, at_ms, visible, ...rest } = entry;
  const nested = (visible ?? {}) as Expected;
  const named = Object.keys(rest).find((key) => AFTER.test(key));
  const { [named ?? '']: namedMs, ...sights } = rest;
  const all = { ...sights, ...nested };
  const name = mark ?? at_mark ?? (typeof at === 'string' ? at : undefined) ?? after;
  const time = namedMs ?? ms ?? at_ms ?? (typeof at === 'number' ? at : undefined);
  if (time !== undefined && typeof time !== 'number') return undefined;
  if (typeof name === 'string' && named === undefined) {
    return time === undefined
      ? { moment: { mark: name, afterMs: 0 }, visible: all }
      : { moment: { since: name, afterMs: time }, visible: all };
  }
  if (time === undefined || name !== undefined) return undefined;
  return { moment: { since: AFTER.exec(named ?? '')?.[1] ?? 'start', afterMs: time }, visible: all };
}

const entries = (value: unknown): readonly Expected[] =>
  (Array.isArray(value) ? value : []) as readonly Expected[];

export const traceMomentsOf = (then: Expected): TraceMoment[] =>
  entries(then['trace']).flatMap((item) => {
    const entry = read(item);
    return entry ? [entry.moment] : [];
  });

export const trace: Check = {
  findUnknown(what, value, abilities: Abilities) {
    if (!Array.isArray(value)) return { what };
    for (const [at, it] of entries(value).entries()) {
      const entry = typeof it === 'object' && it !== null ? read(it) : undefined;
      if (!entry || Object.keys(entry.visible).length === 0) return { what: `${what}.${at}` };
      const unknown = findUnknownVisible(`${what}.${at}`, entry.visible, abilities);
      if (unknown) return unknown;
    }
    return undefined;
  },
  evaluate: (what, expected: readonly Expected[], { traceViews }) =>
    expected.flatMap((expectation, at) =>
      viewDifferences(`${what}.${at}`, read(expectation)?.visible ?? {}, traceViews[at]),
    ),
};
