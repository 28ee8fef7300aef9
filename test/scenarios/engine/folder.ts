import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { Scenario } from './scenario.ts';

/** The scenarios in the files of a folder; what is none is said to be so. */

const scenario = z.looseObject({
  id: z.string(),
  title: z.string(),
  given: z.array(z.record(z.string(), z.unknown())),
  when: z.array(z.looseObject({ after: z.string(), do: z.string() })),
  // biome-ignore lint/suspicious/noThenProperty: a scenario has one.
  then: z.record(z.string(), z.unknown()),
});

/** Beside these, only words about the scenario: anything else might be part of it. */
const PARTS = Object.keys(scenario.shape);

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
    ([key, it]) => !PARTS.includes(key) && !['string', 'number'].includes(typeof it) && !isWords(it),
  );
  if (stranger) return { id: name, unreadable: stranger[0] };
  return { id: name, scenario: read.data as Scenario };
}

const isWords = (value: unknown): boolean =>
  Array.isArray(value) && value.every((it) => typeof it === 'string');

/** What are no scenarios of ours, but what is said of them. */
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
    if (Array.isArray(value)) return value.map((it) => entryOf(it, name));
  } catch {
    // Said below.
  }
  return [{ id: name, unreadable: 'no list of scenarios' }];
}
