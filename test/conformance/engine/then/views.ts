import type { ScenarioRun } from '../recording.ts';
import { type Abilities, checkAbility, checkShape, type UnknownWord } from '../vocabulary.ts';
import type { Check } from './check.ts';
import { VISIBLE, viewDifferences } from './visible.ts';

/** Expectations of the final views: `visible`, `each_tab`, `tabs`. */

/** Words that need a document. */
const NEED_BROWSER: readonly string[] = ['ui_dir', 'unread'];

export function findUnknownVisible(
  what: string,
  value: unknown,
  abilities: Abilities,
): UnknownWord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { what };
  for (const [key, it] of Object.entries(value)) {
    const word = Object.hasOwn(VISIBLE, key) ? VISIBLE[key] : undefined;
    if (!word) return { what: `${what}.${key}` };
    const unknown = it === null ? undefined : checkShape(`${what}.${key}`, word.shape, it);
    const needs = NEED_BROWSER.includes(key) ? 'browser' : undefined;
    const found = unknown ?? checkAbility(`${what}.${key}`, needs, abilities);
    if (found) return found;
  }
  return undefined;
}

const viewsOf = (
  pick: (run: ScenarioRun) => readonly (readonly [string, ScenarioRun['views'][number] | undefined])[],
) => ({
  findUnknown: findUnknownVisible,
  evaluate: (what: string, expected: Readonly<Record<string, unknown>>, run: ScenarioRun) =>
    pick(run).flatMap(([name, view]) => viewDifferences(`${what}${name}`, expected, view)),
});

export const visible = viewsOf(({ views }) => [['', views[0]]]);
export const eachTab = viewsOf(({ views }) => views.map((view, at) => [` ${at + 1}`, view]));

/** Expectations by page number: `{"2": {"status": "ended"}}`. */
export const tabs: Check = {
  findUnknown(what, value, abilities) {
    if (typeof value !== 'object' || value === null) return { what };
    for (const [number, it] of Object.entries(value)) {
      if (!/^[1-9]\d*$/.test(number)) return { what: `${what}.${number}` };
      const unknown = findUnknownVisible(`${what}.${number}`, it, abilities);
      if (unknown) return unknown;
    }
    return undefined;
  },
  evaluate: (what, expected: Readonly<Record<string, Readonly<Record<string, unknown>>>>, { views }) =>
    Object.entries(expected).flatMap(([number, value]) =>
      viewDifferences(`${what}.${number}`, value, views[Number(number) - 1]),
    ),
};
