import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources.ts';

/** Where each kind of rule is defined, and what its definition looks like there: a list item or the first cell of a row. */
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
  all.filter(({ path }) => folders.some((it) => path.startsWith(`${it}/`)));
const code = inFolders('src', 'test', 'e2e', 'bench', 'dev', 'build').filter(
  ({ path }) => !path.startsWith('test/docs/'),
);
const docs = all.filter(({ path }) => path.startsWith('docs/') || /^[A-Z]+\.md$/.test(path));
const textOf = (path: string): string => all.find((it) => it.path === path)?.text ?? '';

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

describe('rules', () => {
  it('are defined once, each on the page of its kind', () => {
    expect(defined.filter((id, at) => defined.indexOf(id) !== at)).toEqual([]);
    for (const [kind, page] of Object.entries(PAGES)) {
      const ids = [...textOf(page).matchAll(DEFINITION)].map(([, id = '']) => id);
      expect([page, ids.filter((id) => !id.startsWith(kind))]).toEqual([page, []]);
      expect(ids.length).toBeGreaterThan(50);
    }
  });

  it('that code, tests and documentation cite exist', () => {
    const lost = [...code, ...docs].flatMap((it) => citationsIn(it).filter(({ id }) => !known.has(id)));
    expect(lost.map(({ id, at }) => `${at}: ${id}`)).toEqual([]);
  });

  it('are cited in one spelling', () => {
    const old = [...code, ...docs].flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const isOld =
          OLD.test(line) || (!path.startsWith('docs/') && line.replace(OF_A_DOCUMENT, '').includes('§'));
        return isOld ? [`${path}:${at + 1}: ${line.trim().slice(0, 100)}`] : [];
      }),
    );
    expect(old).toEqual([]);
  });

  it('are cited by tests, or listed', () => {
    const tests = new Set(
      inFolders('test', 'e2e')
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

describe('security checks', () => {
  const rows = [
    ...textOf(PAGES.S).matchAll(/^\| \*\*(S-\d{2,3})\*\* \| [^|]* \| ([^|]*) \| ([^|]*) \|$/gm),
  ].map(([, id = '', state = '', where = '']) => ({
    id,
    state: state.trim(),
    where: [...where.matchAll(/`([^`]+)`/g)].map(([, it = '']) => it),
  }));

  it('that are tested name tests that exist', () => {
    const wrong = rows.flatMap(({ id, state, where }) => [
      ...where
        .filter((path) => !all.some((it) => it.path === path))
        .map((path) => `${id}: ${path} does not exist`),
      ...(/^(tested|partly)/.test(state) && where.length === 0 ? [`${id}: ${state}, and names no test`] : []),
      ...(/^(not tested|not applicable)/.test(state) && where.length > 0
        ? [`${id}: ${state}, and names a test`]
        : []),
    ]);
    expect(rows.length).toBeGreaterThan(80);
    expect(wrong).toEqual([]);
  });

  it('name every test file that cites them', () => {
    const missing = inFolders('test', 'e2e')
      .filter(({ path }) => /\.(?:test|e2e)\.tsx?$/.test(path) && !path.startsWith('test/docs/'))
      .flatMap((source) =>
        citationsIn(source).flatMap(({ id }) => {
          const row = rows.find((it) => it.id === id);
          return row && !row.where.includes(source.path) ? [`${id}: ${source.path}`] : [];
        }),
      );
    expect([...new Set(missing)]).toEqual([]);
  });
});
