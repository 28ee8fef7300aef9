import type { FunctionCall } from '../model/turn.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { CALLS, FAQ, PHRASES } from '../shop/content.ts';

/** Script of a synthetic conversation. Many conversations share one, each with its own timing. */
export interface Scenario {
  readonly language: ScenarioLanguage;
  /** The first exchange is the greeting and has no input. */
  readonly exchanges: readonly Exchange[];
  readonly handoff: { readonly reason: string; readonly destination: string } | null;
}

export interface Exchange {
  readonly said: string;
  readonly answer: string;
  /** The function that the agent called for it. */
  readonly call: Pick<FunctionCall, 'name' | 'result'> | null;
  /** A number in the input that a caller may also key in; empty for none. */
  readonly number: string;
}

const SCENARIO_COUNT = 512;

type ScenarioLanguage = keyof typeof CALLS.texts;

/** An exchange with personal data. Redacted recordings must hide it. */
function personalDetailsExchange({ pick, below }: SeededRandom, language: ScenarioLanguage): Exchange {
  const name = pick(CALLS.names);
  const order = String(10_000 + below(90_000));
  const { personalDetails, found } = CALLS.texts[language];
  return {
    said: personalDetails({ name, order }),
    answer: found,
    call: { name: 'find_order', result: 'found' },
    number: order,
  };
}

const exchangeOf = (said: string, answer: string, call: Exchange['call'] = null): Exchange => ({
  said,
  answer,
  call,
  number: '',
});

function randomExchange(random: SeededRandom, language: ScenarioLanguage): Exchange {
  const kind = random.next();
  const { unknown } = PHRASES[language];
  const { stillThere, outOfDomain } = CALLS.texts[language];
  if (kind < 0.08) return exchangeOf('', stillThere);
  if (kind < 0.14)
    return exchangeOf(random.pick(outOfDomain), unknown, { name: 'find_answer', result: null });
  if (kind < 0.24) return personalDetailsExchange(random, language);
  const { question, answer, id } = random.pick(FAQ[language]);
  return exchangeOf(question, answer, { name: 'find_answer', result: id });
}

function makeScenario(number: number): Scenario {
  const random = createSeededRandom(number);
  const language = random.next() < 0.8 ? 'en' : 'fr';
  const { greeting, goodbye, queue, talkToPerson } = PHRASES[language];
  const { handingOff, bye } = CALLS.texts[language];
  const exchanges = [exchangeOf('', greeting)];
  const length = 1 + random.below(5);
  const middle = Array.from({ length }, () => randomExchange(random, language));
  const isHandedOff = random.next() < 0.15;
  const last = isHandedOff
    ? exchangeOf(talkToPerson, handingOff, { name: 'hand_off', result: queue })
    : exchangeOf(bye, goodbye, { name: 'end_conversation', result: null });
  return {
    language,
    exchanges: [...exchanges, ...middle, last],
    handoff: isHandedOff ? { reason: random.pick(CALLS.handoffReasons), destination: queue } : null,
  };
}

/** True if the agent looked for an answer and found none (out of domain). */
export const isOod = ({ call }: Exchange): boolean => call?.name === 'find_answer' && call.result === null;

let cached: readonly Scenario[] | undefined;

/** All scenarios. They are the same at every start. */
export function scenarios(): readonly Scenario[] {
  cached ??= Array.from({ length: SCENARIO_COUNT }, (_, number) => makeScenario(number));
  return cached;
}

/** The transcript id that all conversations of a scenario share. It is negative; other transcripts have positive ids. */
export const sharedTranscriptId = (scenario: number): number => -1 - scenario;
