import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources.ts';

/** Pages that define the rules of each kind. A definition is a list item or the first cell of a row. */
const PAGES = { M: 'docs/protocol.md', R: 'docs/rest.md', S: 'docs/security.md' } as const;
const DEFINITION = /^(?:- |\| )\*\*([MRS]-\d+(?:\.\d+)?)\*\*/gm;

/** `M-12.3`, `S-07`, and a range: `M-3.4 to M-3.7`. A section alone (`M-12`) is no rule. */
const CITATION =
  /(?<![\w-])([MR]-\d+(?:\.\d+)?|S-\d{2,3})(?![\w-])(?:\*\*)?(?: to ([MR]-\d+\.\d+|S-\d{2,3})(?![\w-]))?/g;

/** Spellings of citations from before there were ids, and `§` of anything but the contract and an RFC. */
const OLD =
  /spec messaging|messaging §|\bspec rest\b|\bspec, [A-Z]|[Ss]pecification, [A-Z]|\(specification\)|docs platform|protocol notes|reliability [§R]/;
const OF_A_DOCUMENT = /(?:[Cc]ontract|RFC \d+) §\d+(?:\.\d+)*(?:(?:, | and |, and | to )§\d+(?:\.\d+)*)*/g;

const all = sources();
const inFolders = (...folders: readonly string[]): readonly Source[] =>
  all.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
const code = inFolders('src', 'test', 'e2e', 'build').filter(({ path }) => !path.startsWith('test/docs/'));
const docs = all.filter(({ path }) => path.startsWith('docs/') || /^[A-Z]+\.md$/.test(path));
const textOf = (path: string): string => all.find((source) => source.path === path)?.text ?? '';

const defined: readonly string[] = Object.values(PAGES).flatMap((page) =>
  [...textOf(page).matchAll(DEFINITION)].map(([, id = '']) => id),
);
const known = new Set(defined);

interface Citation {
  readonly id: string;
  readonly at: string;
}

/** The rules of a range, in the order of their definition. */
function expanded(first: string, last: string | undefined): readonly string[] {
  const [from, to] = [defined.indexOf(first), last === undefined ? -1 : defined.indexOf(last)];
  if (last === undefined) return [first];
  return from < 0 || to <= from ? [first, last, `${first} to ${last}`] : defined.slice(from, to + 1);
}

const citationsIn = ({ path, text }: Source): readonly Citation[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(CITATION)].flatMap(([, first = '', last]) =>
        expanded(first, last).map((id) => ({ id, at: `${path}:${at + 1}` })),
      ),
    );

describe('the pages of the rules', () => {
  it('each rule is defined once, on the page of its kind', () => {
    expect(defined.filter((id, at) => defined.indexOf(id) !== at)).toEqual([]);
    for (const [kind, page] of Object.entries(PAGES)) {
      const ids = [...textOf(page).matchAll(DEFINITION)].map(([, id = '']) => id);
      expect([page, ids.filter((id) => !id.startsWith(kind))]).toEqual([page, []]);
      expect(ids.length).toBeGreaterThan(50);
    }
  });

  it('every id that code, tests and documentation cite is defined', () => {
    const lost = [...code, ...docs].flatMap((source) =>
      citationsIn(source).filter(({ id }) => !known.has(id)),
    );
    expect(lost.map(({ id, at }) => `${at}: ${id}`)).toEqual([]);
  });

  it('citations have one spelling', () => {
    const old = [...code, ...docs].flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const isOld =
          OLD.test(line) || (!path.startsWith('docs/') && line.replace(OF_A_DOCUMENT, '').includes('§'));
        return isOld ? [`${path}:${at + 1}: ${line.trim().slice(0, 100)}`] : [];
      }),
    );
    expect(old).toEqual([]);
  });

  it('the rules that no test cites are listed', () => {
    const tests = new Set(
      inFolders('test', 'conformance', 'e2e')
        .flatMap(citationsIn)
        .map(({ id }) => id),
    );
    const uncited = defined.filter((id) => !tests.has(id));
    process.stdout.write(
      `${uncited.length} of ${defined.length} rules are cited by no test: ${uncited.join(' ')}\n`,
    );
    expect(uncited.length).toBeLessThan(defined.length);
  });
});

describe('the list of security checks', () => {
  const checks = [...textOf(PAGES.S).matchAll(/^- \*\*(S-\d{2,3})\*\* (.*)$/gm)].map(
    ([, id = '', text = '']) => ({ id, isTested: !/\*Not (?:tested|applicable|met)\b[^*]*\*$/.test(text) }),
  );
  const cited = new Set(
    inFolders('test', 'conformance', 'e2e')
      .filter(({ path }) => /\.(?:test|e2e)\.tsx?$/.test(path) && !path.startsWith('test/docs/'))
      .flatMap(citationsIn)
      .map(({ id }) => id),
  );

  it('the list of security checks marks exactly the uncited ones as "not tested" or "not applicable"', () => {
    expect(checks.length).toBeGreaterThan(110);
    expect(checks.filter(({ id, isTested }) => cited.has(id) !== isTested).map(({ id }) => id)).toEqual([]);
  });
});
