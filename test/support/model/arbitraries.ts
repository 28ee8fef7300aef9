import fc from 'fast-check';
import { ACTIONS, type Action, type ActionName } from './actions.ts';
import { DISRUPTIONS, type Disruption, type DisruptionKind, type Plan } from './disruptions.ts';
import type { PlatformSettings } from './session.ts';

/** Generated conversation: the platform's settings, the actions and the disruptions. */
export interface Conversation {
  readonly settings: PlatformSettings;
  readonly pages: number;
  readonly actions: readonly Action[];
  readonly plan: Plan;
  /** The visitor retries failed messages at the end. */
  readonly retriesFailed: boolean;
  readonly seed: number;
}

/** Generates disruptions of one kind; `ofTen` of ten steps are disrupted. */
const disruptions = <Kind extends DisruptionKind>(kind: Kind, maxLength: number, ofTen: number) =>
  fc.array(
    fc.oneof(
      { weight: 10 - ofTen, arbitrary: fc.constant('none' as const) },
      { weight: ofTen, arbitrary: fc.constantFrom(...(DISRUPTIONS[kind] as readonly Disruption<Kind>[])) },
    ),
    { maxLength, size: 'max' },
  );

const plan: fc.Arbitrary<Plan> = fc.record({
  up: disruptions('up', 20, 4),
  down: disruptions('down', 60, 3),
  close: disruptions('close', 12, 8),
  handshake: disruptions('handshake', 12, 2),
  replay: disruptions('replay', 10, 5),
  relay: disruptions('relay', 10, 3),
  join: disruptions('join', 8, 5),
  answer: disruptions('answer', 20, 7),
});

/** Weights of the actions; 2 where none is given. Actions after which a conversation can continue are frequent. */
const WEIGHTS: Partial<Record<ActionName, number>> = {
  send: 30,
  'retry failed messages': 8,
  'handoff starts': 8,
  'agent answers': 6,
  wait: 6,
  'live agent leaves': 5,
  'open a page': 4,
  'receipt arrives': 4,
  'go online': 4,
  'restore a page': 4,
  'end the chat': 1,
  'platform ends the session': 1,
  'platform loses the session': 1,
};

const actions = fc.array(
  fc.record<Action>({
    action: fc.oneof(
      ...(Object.keys(ACTIONS) as ActionName[]).map((act) => ({
        weight: WEIGHTS[act] ?? 2,
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

export const platformSettings: fc.Arbitrary<PlatformSettings> = fc.record({
  dialect: fc.constantFrom('service', 'poly'),
  granted: fc.constantFrom('configured', 'assumed', 'wrong'),
  heartbeatSeconds: fc.constantFrom(30, undefined, 5, 0),
  attempts: fc.constantFrom(0, undefined, 3),
  maxBytes: fc.constantFrom(131_072, undefined, 400),
  firstChunk: fc.constantFrom(1, 0),
  keepsEnded: fc.boolean(),
});

export const conversations: fc.Arbitrary<Conversation> = fc.record({
  settings: platformSettings,
  pages: fc.integer({ min: 1, max: 3 }),
  actions,
  plan,
  retriesFailed: fc.constantFrom(true, true, true, false),
  seed: fc.nat(1_000),
});
