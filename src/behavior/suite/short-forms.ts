import type { SuiteFile } from './file.ts';
import type { Case, Expectations, Suite } from './suite.ts';

type CaseInFile = SuiteFile['cases'][number];
type TurnInFile = NonNullable<CaseInFile['turns']>[number];
type ExpectInFile = CaseInFile['expect'];

const listOf = <Item>(value: Item | Item[] | undefined) =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value];

/** JSON without absent members, as the relay sends it. */
const present = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

function expectationsOf(expected: ExpectInFile): Expectations {
  if (expected === undefined) return {};
  if (typeof expected === 'string' || Array.isArray(expected)) return present({ says: listOf(expected) });
  const { says, not, matches, function: called, handoff, language, node, within_ms } = expected;
  return present({
    says: listOf(says),
    not: listOf(not),
    matches: listOf(matches),
    function: listOf(called),
    handoff: listOf(handoff),
    language: listOf(language),
    node: listOf(node),
    withinMs: within_ms,
  });
}

const turnOf = (turn: TurnInFile): Case['turns'][number] =>
  typeof turn === 'string'
    ? { say: turn, expect: {} }
    : present({ say: turn.say, expect: expectationsOf(turn.expect) });

/** Resolves the short forms. Case names may still be equal. */
export function suiteOf({
  name,
  environment = 'live',
  channel,
  variant,
  language,
  at_least,
  cases,
}: SuiteFile): Suite {
  return present({
    name,
    environment,
    channel,
    variant,
    cases: cases.map((one, index) => {
      const turns = (one.turns ?? [{ say: one.say, expect: one.expect }]).map(turnOf);
      return present({
        name: one.name ?? turns.find(({ say }) => say !== undefined)?.say ?? `Case ${index + 1}`,
        language: one.language ?? language,
        atLeast: one.at_least ?? at_least ?? 1,
        turns,
      });
    }),
  });
}
