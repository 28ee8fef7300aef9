import { FAQ } from '../agent/faq.ts';
import { type Language, PHRASES } from '../agent/phrases.ts';
import { createDraws, type Draws } from './draws.ts';
import type { FunctionCall } from './function-calls.ts';

/** What is said in generated conversations: each of them follows one of these, at a tempo of its own. */
export interface Scenario {
  readonly language: Language;
  /** The greeting comes first: nothing was said before it. */
  readonly exchanges: readonly Exchange[];
  readonly handoff: { readonly reason: string; readonly destination: string } | null;
}

export interface Exchange {
  readonly said: string;
  readonly answer: string;
  /** What the agent ran for it. */
  readonly call: Pick<FunctionCall, 'name' | 'result'> | null;
  /** A number that is said and may be keyed in, too; empty for none. */
  readonly number: string;
}

const SCENARIOS = 512;

const NAMES = ['Ada Moreno', 'Luc Martin', 'Wei Chen', 'Sofia Rossi', 'Tom Baker', 'Amina Diallo'] as const;
const ODDITIES = ['Blue seven umbrella, I suppose.', 'Hm, the one from before, you know.'] as const;
const REASONS = ['visitor_request', 'refund', 'complaint', 'damaged_goods'] as const;

/** Something that is not to be heard by everybody: names, numbers, addresses. */
function details({ pick, below }: Draws): Exchange {
  const name = pick(NAMES);
  const number = String(10_000 + below(90_000));
  const said = `My name is ${name}, and the order number is ${number}.`;
  return {
    said,
    answer: 'Thank you, I have found it.',
    call: { name: 'find_order', result: 'found' },
    number,
  };
}

const plain = (said: string, answer: string, call: Exchange['call'] = null): Exchange => ({
  said,
  answer,
  call,
  number: '',
});

function exchange(draws: Draws, language: Language): Exchange {
  const kind = draws.next();
  const { unknown } = PHRASES[language];
  if (kind < 0.08) return plain('', 'Are you still there?');
  if (kind < 0.14) return plain(draws.pick(ODDITIES), unknown, { name: 'find_answer', result: null });
  if (kind < 0.24) return details(draws);
  const { question, answer, id } = draws.pick(FAQ[language]);
  return plain(question, answer, { name: 'find_answer', result: id });
}

function makeScenario(number: number): Scenario {
  const draws = createDraws(number);
  const language = draws.next() < 0.8 ? 'en' : 'fr';
  const { greeting, goodbye, queue } = PHRASES[language];
  const exchanges = [plain('', greeting)];
  const length = 1 + draws.below(5);
  const middle = Array.from({ length }, () => exchange(draws, language));
  const isHandedOff = draws.next() < 0.15;
  const last = isHandedOff
    ? plain('human', 'I will put you through to a colleague.', { name: 'hand_off', result: queue })
    : plain('Thank you, bye!', goodbye, { name: 'end_conversation', result: null });
  return {
    language,
    exchanges: [...exchanges, ...middle, last],
    handoff: isHandedOff ? { reason: draws.pick(REASONS), destination: queue } : null,
  };
}

/** The agent has looked for an answer and found none. */
export const isOod = ({ call }: Exchange): boolean => call?.name === 'find_answer' && call.result === null;

let made: readonly Scenario[] | undefined;

/** All of them, the same at every start. */
export function scenarios(): readonly Scenario[] {
  made ??= Array.from({ length: SCENARIOS }, (_, number) => makeScenario(number));
  return made;
}

/** The transcript that conversations of a scenario share; those of single conversations are above 0. */
export const transcriptOf = (scenario: number): number => -1 - scenario;
