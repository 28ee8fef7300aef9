import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { Scenario } from './scenario.ts';

/** Reads the scenarios of a folder. Each entry is a scenario or an explanation of why it is not. */

const scenario = z.looseObject({
  id: z.string(),
  title: z.string(),
  given: z.array(z.record(z.string(), z.unknown())),
  when: z.array(z.looseObject({ after: z.string(), do: z.string() })),
  // biome-ignore lint/suspicious/noThenProperty: a scenario has one.
  then: z.record(z.string(), z.unknown()),
});

/** Keys with a meaning. Other keys may only hold text or numbers; anything else might be an unknown part. */
const SCENARIO_KEYS = Object.keys(scenario.shape);

export interface Entry {
  readonly id: string;
  readonly scenario?: Scenario;
  readonly unreadable?: string;
}

function entryOf(value: unknown, file: string): Entry {
  const read = scenario.safeParse(value);
  const id = (value as { readonly id?: unknown } | null)?.id;
  const name = typeof id === 'string' ? id : file;
  if (!read.success) {
    const [issue] = read.error.issues;
    return { id: name, unreadable: `no scenario: ${issue?.path.join('.')} ${issue?.message}` };
  }
  const stranger = Object.entries(read.data).find(
    ([key, value]) =>
      !SCENARIO_KEYS.includes(key) && !['string', 'number'].includes(typeof value) && !isTextList(value),
  );
  if (stranger) return { id: name, unreadable: stranger[0] };
  return { id: name, scenario: read.data as Scenario };
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** File with the disputed scenarios. It contains no scenarios itself. */
const DISPUTED = 'disputed.json';

/** The scenario files of a folder, in order. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== DISPUTED)
    .sort()
    .map((name) => join(folder, name));

export function readFile(path: string): Entry[] {
  const name = basename(path);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(value)) return value.map((item) => entryOf(item, name));
  } catch {
    // Reported below.
  }
  return [{ id: name, unreadable: 'no list of scenarios' }];
}
