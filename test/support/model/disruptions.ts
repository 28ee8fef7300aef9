/** Disruptions by kind. The test of the coverage counts each of them. */
export const DISRUPTIONS = {
  /** Of a client's frame. `cut-storing`: the socket breaks immediately, but the platform stores the frame 1.5 s later. */
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
  /** Of a platform's frame. `swapped`: it arrives after the next frame or after 1 s. `truncated`: half of it arrives. */
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
  /** Close code of a broken socket; the default is 1006. */
  close: ['1000', '1001', '1005', '1011', '1012', '1013', '4001', '4002', '4003', '4000', '1008', '1009'],
  /** Of a handshake. `silent`: it is never answered. */
  handshake: ['400', '401', '404', '429', 'unreachable', 'silent', 'slow'],
  /** Form of the history; the default is one batch. */
  replay: ['halves', 'halves-swapped', 'one-by-one', 'payload-by-type'],
  /** Of a call to the relay. `answer-lost`: the relay performs it, but its response is lost. */
  relay: ['fails', 'hangs', 'slow', '429', '503', '500', 'answer-lost'],
  /** Of a join request that has reached the platform. */
  join: ['refused', 'ignored', 'late'],
  /** Answer of the agent; the default is a stream. */
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

export type DisruptionKind = keyof typeof DISRUPTIONS;
/** Disruption of one kind, or none. */
export type Disruption<Kind extends DisruptionKind> = (typeof DISRUPTIONS)[Kind][number] | 'none';
/** Disruptions in order of use. When a list is used up, there are no more. */
export type Plan = { readonly [Kind in DisruptionKind]: readonly Disruption<Kind>[] };

export const NO_DISRUPTIONS: Plan = {
  up: [],
  down: [],
  close: [],
  handshake: [],
  replay: [],
  relay: [],
  join: [],
  answer: [],
};

export interface Disruptions {
  next<Kind extends DisruptionKind>(kind: Kind): Disruption<Kind>;
  /** Stops all further disruptions. */
  stop(): void;
}

export function createDisruptions(plan: Plan, record: (what: string) => void): Disruptions {
  const used = new Map<DisruptionKind, number>();
  let isHealed = false;
  return {
    next<Kind extends DisruptionKind>(kind: Kind): Disruption<Kind> {
      const at = used.get(kind) ?? 0;
      used.set(kind, at + 1);
      const disruption = isHealed ? 'none' : (plan[kind][at] ?? 'none');
      if (disruption !== 'none') record(`${kind}: ${disruption}`);
      return disruption;
    },
    stop() {
      isHealed = true;
    },
  };
}
