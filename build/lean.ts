import type { Plugin } from 'vite';

/**
 * What stands in a library's file, whatever white space it has, and what stands there instead: nothing, if nothing is said.
 * What ends in `{` goes with all that it opens.
 */
export type Cut = readonly [what: string | RegExp, instead?: string];

/** A library without what is never used of it. */
export interface Lean {
  readonly name: string;
  /** By the end of the file's address. */
  readonly files: Readonly<Record<string, readonly Cut[]>>;
  /** What our own sources must not use, because it is cut. */
  readonly without?: RegExp;
}

const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[{}]/g;

/** Where the block ends whose bracket stands at `start`. */
function endOfBlock(code: string, start: number): number {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let found = TOKEN.exec(code); found; found = TOKEN.exec(code)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return code.length;
}

const patternOf = (what: string) =>
  new RegExp(what.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replace(/\s+/g, '\\s+'));

function cut(code: string, [what, instead = '']: Cut): string {
  const found = (typeof what === 'string' ? patternOf(what) : what).exec(code);
  if (!found) return code;
  if (typeof what !== 'string') return code.replace(what, instead);
  const end = found.index + found[0].length;
  const rest = what.endsWith('{') ? endOfBlock(code, end - 1) : end;
  return code.slice(0, found.index) + instead + code.slice(rest);
}

/**
 * Leaves out of libraries what this widget never reaches, where no bundler can tell. A cut that finds nothing to cut, in a
 * newer version, ends the build: what it was good for has to be looked at again.
 */
export function lean(libraries: readonly Lean[]): Plugin {
  const files = libraries.flatMap((library) => Object.keys(library.files));
  const met = new Set<string>();
  return {
    name: 'foyer:lean',
    enforce: 'pre',
    transform(code, id) {
      if (/\/src\/(chat|embed|protocol|widget)\//.test(id)) {
        for (const { name, without } of libraries) {
          const used = without?.exec(code)?.[0];
          if (used) this.error(`${id} uses ${used}, which is cut out of ${name}`);
        }
      }
      const file = files.find((it) => id.endsWith(`/node_modules/${it}`));
      if (file === undefined) return undefined;
      met.add(file);
      let rest = code;
      for (const what of libraries.flatMap((library) => library.files[file] ?? [])) {
        const before = rest;
        rest = cut(before, what);
        if (rest === before) this.error(`${file} has no longer: ${what[0]}`);
      }
      return { code: rest, map: null };
    },
    generateBundle() {
      const missed = files.find((file) => !met.has(file));
      if (missed) this.error(`${missed} is no longer part of the build`);
    },
  };
}
