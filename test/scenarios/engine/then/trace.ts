import type { Expected } from '../compare.ts';
import type { Abilities } from '../words.ts';
import type { Check } from './check.ts';
import { unknownSight } from './sights.ts';
import { seen } from './visible.ts';

/** `trace`: what stood there at marks, or so long after something. */

export interface Look {
  /** When this mark is reached, before anything that waits for it. */
  readonly mark?: string;
  /** So long after a mark, or after `offline`, `online`. */
  readonly since?: string;
  readonly afterMs: number;
}

interface Read {
  readonly look: Look;
  readonly sights: Expected;
}

const AFTER = /^(?:at_)?ms_after_(\w+)$/;

/** Undefined when it does not say when. */
function read(entry: Expected): Read | undefined {
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
      ? { look: { mark: name, afterMs: 0 }, sights: all }
      : { look: { since: name, afterMs: time }, sights: all };
  }
  if (time === undefined || name !== undefined) return undefined;
  return { look: { since: AFTER.exec(named ?? '')?.[1] ?? 'start', afterMs: time }, sights: all };
}

const entries = (value: unknown): readonly Expected[] =>
  (Array.isArray(value) ? value : []) as readonly Expected[];

export const looksOf = (then: Expected): Look[] =>
  entries(then['trace']).flatMap((it) => {
    const entry = read(it);
    return entry ? [entry.look] : [];
  });

export const trace: Check = {
  find(what, value, abilities: Abilities) {
    if (!Array.isArray(value)) return { what };
    for (const [at, it] of entries(value).entries()) {
      const entry = typeof it === 'object' && it !== null ? read(it) : undefined;
      if (!entry || Object.keys(entry.sights).length === 0) return { what: `${what}.${at}` };
      const unknown = unknownSight(`${what}.${at}`, entry.sights, abilities);
      if (unknown) return unknown;
    }
    return undefined;
  },
  judge: (what, expected: readonly Expected[], { looks }) =>
    expected.flatMap((it, at) => seen(`${what}.${at}`, read(it)?.sights ?? {}, looks[at])),
};
