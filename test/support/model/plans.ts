import fc from 'fast-check';
import { ACTS, type Act, type ActName } from './acts.ts';
import { FATES, type Fate, type FateKind, type Plan } from './fate.ts';
import type { Ways } from './session.ts';

/** One conversation: what the platform is like, what people do, and what the weather does. */
export interface Conversation {
  readonly ways: Ways;
  readonly pages: number;
  readonly acts: readonly Act[];
  readonly plan: Plan;
  /** In the end the visitor sends again what has failed. */
  readonly triesAgain: boolean;
  readonly seed: number;
}

/** Mostly calm: how many of ten go wrong. */
const fates = <Kind extends FateKind>(kind: Kind, maxLength: number, ofTen: number) =>
  fc.array(
    fc.oneof(
      { weight: 10 - ofTen, arbitrary: fc.constant('none' as const) },
      { weight: ofTen, arbitrary: fc.constantFrom(...(FATES[kind] as readonly Fate<Kind>[])) },
    ),
    { maxLength, size: 'max' },
  );

const plan: fc.Arbitrary<Plan> = fc.record({
  up: fates('up', 20, 4),
  down: fates('down', 60, 3),
  close: fates('close', 12, 8),
  handshake: fates('handshake', 12, 2),
  replay: fates('replay', 10, 5),
  relay: fates('relay', 10, 3),
  join: fates('join', 8, 5),
  answer: fates('answer', 20, 7),
});

/** How often an act comes in comparison, twice where it is not named; mostly what a conversation can go on after. */
const OFTEN: Partial<Record<ActName, number>> = {
  say: 30,
  'try again': 8,
  'be handed over': 8,
  'hear from the agent': 6,
  wait: 6,
  'be left': 5,
  'open a page': 4,
  'be acknowledged': 4,
  'find the network': 4,
  'come back to a page': 4,
  'end the chat': 1,
  'be told the end': 1,
  'lose the session': 1,
};

const acts = fc.array(
  fc.record<Act>({
    act: fc.oneof(
      ...(Object.keys(ACTS) as ActName[]).map((act) => ({
        weight: OFTEN[act] ?? 2,
        arbitrary: fc.constant(act),
      })),
    ),
    page: fc.nat(2),
    size: fc.nat(999),
    waitMs: fc.oneof(
      { weight: 8, arbitrary: fc.nat(12_000) },
      { weight: 4, arbitrary: fc.nat(300) },
      { weight: 1, arbitrary: fc.nat(120_000) },
    ),
  }),
  { maxLength: 24, size: 'max' },
);

export const ways: fc.Arbitrary<Ways> = fc.record({
  dialect: fc.constantFrom('service', 'poly'),
  heartbeatSeconds: fc.constantFrom(30, undefined, 5, 0),
  attempts: fc.constantFrom(0, undefined, 3),
  maxBytes: fc.constantFrom(131_072, undefined, 400),
  firstChunk: fc.constantFrom(1, 0),
  keepsEnded: fc.boolean(),
});

export const conversations: fc.Arbitrary<Conversation> = fc.record({
  ways,
  pages: fc.integer({ min: 1, max: 3 }),
  acts,
  plan,
  triesAgain: fc.constantFrom(true, true, true, false),
  seed: fc.nat(1_000),
});
