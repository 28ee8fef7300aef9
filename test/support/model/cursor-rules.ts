import type { FakeClock } from '../fake-clock.ts';
import type { Frame } from './session.ts';

/** From where a page may resume (invariant I5; spec messaging §12): the highest contiguous sequence that has arrived. */
export interface CursorRules {
  /** The page has nothing of its session. */
  begins(): void;
  heard(frame: Frame): void;
  /** The page gives up a socket, perhaps to ask for what is missing. */
  closes(): void;
  /** The page opens a socket; `mayStartOver`: the last one brought no history at all (§14). */
  asked(cursor: string | null, mayStartOver: boolean): void;
  /** Everything up to this sequence has arrived. */
  hasAll(upTo: number): boolean;
}

const GAP_MS = 2_000;

export function createCursorRules(
  clock: FakeClock,
  broken: (rule: string) => void,
  happened: (what: string) => void,
): CursorRules {
  let arrived = new Set<number>();
  let contiguous = 0;
  let highest = 0;
  let last = 0;
  /** Since when something is missing below what has arrived. */
  let holeSince: number | null = null;
  /** The hole was asked for: the page may go on without what is missing. */
  let mayGoOn = false;

  return {
    begins() {
      arrived = new Set();
      contiguous = highest = last = 0;
      holeSince = null;
      mayGoOn = false;
    },
    heard({ events }) {
      for (const { sequence } of events) {
        arrived.add(sequence);
        highest = Math.max(highest, sequence);
      }
      while (arrived.has(contiguous + 1)) contiguous += 1;
      if (highest === contiguous) holeSince = null;
      else holeSince ??= clock.now();
    },
    closes() {
      if (holeSince === null || clock.now() - holeSince < GAP_MS) return;
      mayGoOn = true;
      happened('client: asks for a hole');
    },
    asked(text, mayStartOver) {
      const cursor = Number(text ?? 0);
      if (text !== null && !/^[1-9]\d{0,14}$/.test(text)) broken(`I5: a cursor of ${text}`);
      if (cursor < last && !(cursor === 0 && mayStartOver))
        broken(`I5: the cursor fell from ${last} to ${cursor}`);
      if (cursor > contiguous && !mayGoOn) broken(`I5: a cursor of ${cursor} without ${contiguous + 1}`);
      if (cursor > 0) happened('client: resumes from a cursor');
      last = Math.max(last, cursor);
    },
    hasAll: (upTo) => contiguous >= upTo,
  };
}
