/** What may happen to a conversation besides the visitor's acts, by name. Every list is also what the counts are made of. */
export const FATES = {
  /** To a frame of the client. `cut-storing`: the link breaks at once, the platform stores it 1.5 s later all the same. */
  up: [
    'lost',
    'cut-before',
    'cut-after',
    'cut-storing',
    'slow',
    'echo-lost',
    'echo-twice',
    'echo-late',
    'half-open',
  ],
  /** To a frame of the platform. `swapped`: the next one, or a second, goes first. `truncated`: it arrives as half of itself. */
  down: [
    'cut-before',
    'cut-after',
    'twice',
    'late',
    'swapped',
    'garbage',
    'truncated',
    'bad-neighbours',
    'binary',
    'half-open',
  ],
  /** The code of a link that breaks; 1006 otherwise. */
  close: ['1000', '1001', '1005', '1011', '1012', '1013', '4001', '4002', '4003', '4000', '1008', '1009'],
  /** To a handshake. `silent`: no answer ever. */
  handshake: ['400', '401', '404', '429', 'unreachable', 'silent', 'slow'],
  /** How the history comes; in one batch otherwise. */
  replay: ['halves', 'halves-swapped', 'one-by-one', 'payload-by-type'],
  /** To a call of the relay. `answer-lost`: it does what it was asked for, and nobody learns of it. */
  relay: ['fails', 'hangs', 'slow', '429', '503', '500', 'answer-lost'],
  /** To a request for the agent that has reached the platform. */
  join: ['refused', 'ignored', 'late'],
  /** What the agent says to a message; a stream otherwise. */
  answer: [
    'complete',
    'two-streams',
    'shuffled',
    'replaced',
    'replaced-after-its-end',
    'unfinished',
    'empty',
    'suggestions',
    'only-thinks',
    'silent',
  ],
} as const;

export type FateKind = keyof typeof FATES;
/** `none`: as on a calm day. */
export type Fate<Kind extends FateKind> = (typeof FATES)[Kind][number] | 'none';
/** What happens first, second and so on; a calm day once it is used up. */
export type Plan = { readonly [Kind in FateKind]: readonly Fate<Kind>[] };

export const CALM: Plan = {
  up: [],
  down: [],
  close: [],
  handshake: [],
  replay: [],
  relay: [],
  join: [],
  answer: [],
};

export interface Fates {
  next<Kind extends FateKind>(kind: Kind): Fate<Kind>;
  /** From now on nothing goes wrong any more. */
  heal(): void;
}

export function createFates(plan: Plan, happened: (what: string) => void): Fates {
  const used = new Map<FateKind, number>();
  let isHealed = false;
  return {
    next<Kind extends FateKind>(kind: Kind): Fate<Kind> {
      const at = used.get(kind) ?? 0;
      used.set(kind, at + 1);
      const fate = isHealed ? 'none' : (plan[kind][at] ?? 'none');
      if (fate !== 'none') happened(`${kind}: ${fate}`);
      return fate;
    },
    heal() {
      isHealed = true;
    },
  };
}
