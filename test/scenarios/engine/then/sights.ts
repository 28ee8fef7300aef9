import type { Played } from '../record.ts';
import { type Abilities, fits, lacks, type Unknown } from '../words.ts';
import type { Check } from './check.ts';
import { seen, VISIBLE } from './visible.ts';

/** `visible` and `each_tab`: what stands there in the end. */

/** Only a document has these. */
const NEED_BROWSER: readonly string[] = ['ui_dir', 'unread'];

export function unknownSight(what: string, value: unknown, abilities: Abilities): Unknown | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { what };
  for (const [key, it] of Object.entries(value)) {
    const word = Object.hasOwn(VISIBLE, key) ? VISIBLE[key] : undefined;
    if (!word) return { what: `${what}.${key}` };
    const unknown = it === null ? undefined : fits(`${what}.${key}`, word.shape, it);
    const needs = NEED_BROWSER.includes(key) ? 'browser' : undefined;
    const found = unknown ?? lacks(`${what}.${key}`, needs, abilities);
    if (found) return found;
  }
  return undefined;
}

const viewsOf = (
  pick: (played: Played) => readonly (readonly [string, Played['views'][number] | undefined])[],
) => ({
  find: unknownSight,
  judge: (what: string, expected: Readonly<Record<string, unknown>>, played: Played) =>
    pick(played).flatMap(([name, view]) => seen(`${what}${name}`, expected, view)),
});

export const visible = viewsOf(({ views }) => [['', views[0]]]);
export const eachTab = viewsOf(({ views }) => views.map((view, at) => [` ${at + 1}`, view]));

/** By number: `{"2": {"status": "ended"}}`. */
export const tabs: Check = {
  find(what, value, abilities) {
    if (typeof value !== 'object' || value === null) return { what };
    for (const [number, it] of Object.entries(value)) {
      if (!/^[1-9]\d*$/.test(number)) return { what: `${what}.${number}` };
      const unknown = unknownSight(`${what}.${number}`, it, abilities);
      if (unknown) return unknown;
    }
    return undefined;
  },
  judge: (what, expected: Readonly<Record<string, Readonly<Record<string, unknown>>>>, { views }) =>
    Object.entries(expected).flatMap(([number, it]) =>
      seen(`${what}.${number}`, it, views[Number(number) - 1]),
    ),
};
