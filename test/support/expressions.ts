import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

const SRC = resolve(import.meta.dirname, '../../src');

/** A regular expression of the source code. */
export interface Expression {
  /** File and line, such as `relay/log/log.ts:20`. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

interface Node {
  readonly type?: string;
  readonly start?: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesOf)];
}

/** Finds the regular expressions in some rooms of `src`: those written as literals, and the places that construct one. */
export function expressionsIn(rooms: readonly string[]) {
  const literals: Expression[] = [];
  const constructed: string[] = [];
  for (const file of rooms.flatMap((room) =>
    readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  )) {
    if (!/\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(SRC, file), 'utf8');
    for (const { type, start, regex, callee } of nodesOf(parseSync(file, code).program)) {
      const at = `${file}:${code.slice(0, start).split('\n').length}`;
      if (regex) literals.push({ at, source: regex.pattern, flags: regex.flags });
      if (/^(New|Call)Expression$/.test(type ?? '') && callee?.name === 'RegExp') constructed.push(file);
    }
  }
  return { literals, constructed };
}
