import type { FakeClock } from '../fake-clock.ts';
import type { Frame } from './session.ts';

/** Rules of the cursor (invariant I5, M-12.16): a page resumes from the highest contiguous sequence that has arrived. */
export interface CursorRules {
  /** The page starts with an empty journal. */
  sessionStarted(): void;
  received(frame: Frame): void;
  /** The page closes a socket, perhaps to request missing events. */
  socketClosed(): void;
  /** The page opens a socket. `mayStartOver`: the last socket brought no history (M-14.3). */
  opening(cursor: string | null, mayStartOver: boolean): void;
  /** Everything up to this sequence has arrived. */
  hasAll(upTo: number): boolean;
}

const GAP_MS = 2_000;

export function createCursorRules(
  clock: FakeClock,
  violation: (rule: string) => void,
  record: (what: string) => void,
): CursorRules {
  let arrived = new Set<number>();
  let contiguous = 0;
  let highest = 0;
  let last = 0;
  /** Time since which a sequence below the highest one is missing. */
  let gapSince: number | null = null;
  /** M-12.17: the missing events were requested, so that the page may continue without them. */
  let mayAcceptGap = false;

  return {
    sessionStarted() {
      arrived = new Set();
      contiguous = highest = last = 0;
      gapSince = null;
      mayAcceptGap = false;
    },
    received({ events }) {
      for (const { sequence } of events) {
        arrived.add(sequence);
        highest = Math.max(highest, sequence);
      }
      while (arrived.has(contiguous + 1)) contiguous += 1;
      if (highest === contiguous) gapSince = null;
      else gapSince ??= clock.now();
    },
    socketClosed() {
      if (gapSince === null || clock.now() - gapSince < GAP_MS) return;
      mayAcceptGap = true;
      record('client: requests missing events');
    },
    opening(text, mayStartOver) {
      const cursor = Number(text ?? 0);
      if (text !== null && !/^[1-9]\d{0,14}$/.test(text)) violation(`I5: a cursor of ${text}`);
      if (cursor < last && !(cursor === 0 && mayStartOver))
        violation(`I5: the cursor fell from ${last} to ${cursor}`);
      if (cursor > contiguous && !mayAcceptGap)
        violation(`I5: a cursor of ${cursor} without ${contiguous + 1}`);
      if (cursor > 0) record('client: resumes from a cursor');
      last = Math.max(last, cursor);
    },
    hasAll: (upTo) => contiguous >= upTo,
  };
}
