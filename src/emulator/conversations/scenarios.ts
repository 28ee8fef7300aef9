import { FAQ } from '../agent/faq.ts';
import { type Language, PHRASES } from '../agent/phrases.ts';
import { createDraws, type Draws } from './draws.ts';

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
  readonly intent: string | null;
  readonly isOod: boolean;
}

const SCENARIOS = 512;

const NAMES = ['Ada Moreno', 'Luc Martin', 'Wei Chen', 'Sofia Rossi', 'Tom Baker', 'Amina Diallo'] as const;
const ODDITIES = ['Blue seven umbrella, I suppose.', 'Hm, the one from before, you know.'] as const;
const REASONS = ['visitor_request', 'refund', 'complaint', 'damaged_goods'] as const;

/** Something that is not to be heard by everybody: names, numbers, addresses. */
function details({ pick, below }: Draws): Exchange {
  const name = pick(NAMES);
  const said = `My name is ${name}, and the order number is ${10_000 + below(90_000)}.`;
  return { said, answer: 'Thank you, I have found it.', intent: 'identify', isOod: false };
}

function exchange(draws: Draws, language: Language): Exchange {
  const kind = draws.next();
  const { unknown } = PHRASES[language];
  if (kind < 0.08) return { said: '', answer: 'Are you still there?', intent: null, isOod: false };
  if (kind < 0.14) return { said: draws.pick(ODDITIES), answer: unknown, intent: null, isOod: true };
  if (kind < 0.24) return details(draws);
  const { question: said, answer, id: intent } = draws.pick(FAQ[language]);
  return { said, answer, intent, isOod: false };
}

function makeScenario(number: number): Scenario {
  const draws = createDraws(number);
  const language = draws.next() < 0.8 ? 'en' : 'fr';
  const { greeting, goodbye, queue } = PHRASES[language];
  const exchanges = [{ said: '', answer: greeting, intent: null, isOod: false }];
  const length = 1 + draws.below(5);
  const middle = Array.from({ length }, () => exchange(draws, language));
  const isHandedOff = draws.next() < 0.15;
  const last = isHandedOff
    ? { said: 'human', answer: 'I will put you through to a colleague.', intent: 'human', isOod: false }
    : { said: 'Thank you, bye!', answer: goodbye, intent: 'bye', isOod: false };
  return {
    language,
    exchanges: [...exchanges, ...middle, last],
    handoff: isHandedOff ? { reason: draws.pick(REASONS), destination: queue } : null,
  };
}

let made: readonly Scenario[] | undefined;

/** All of them, the same at every start. */
export function scenarios(): readonly Scenario[] {
  made ??= Array.from({ length: SCENARIOS }, (_, number) => makeScenario(number));
  return made;
}

/** The transcript that conversations of a scenario share; those of single conversations are above 0. */
export const transcriptOf = (scenario: number): number => -1 - scenario;
