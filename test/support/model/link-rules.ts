import type { FakeClock } from '../fake-clock.ts';
import { createCursorRules } from './cursor-rules.ts';
import type { Frame } from './session.ts';

/** When a page may open which socket (invariants I1, I4, I5; spec messaging §12). */
export interface LinkRules {
  /** The page has this session now, and nothing of it. */
  begins(): void;
  /** The page opens a socket. */
  asked(url: URL): void;
  opened(): void;
  heard(frame: Frame): void;
  /** `wasOpen`: the link broke; otherwise the handshake failed. */
  ended(code: number, wasOpen: boolean): void;
  closedByClient(): void;
  /** The visitor, the network, the machine or another page gave a reason to try at once. */
  nudged(): void;
  /** There is no socket, and none is being opened. */
  isAtRest(): boolean;
  isOpen(): boolean;
  /** Everything of the session up to this sequence has arrived. */
  hasAll(upTo: number): boolean;
}

const LADDER_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const CAP_MS = 30_000;
const SHED_MS = [5_000, 30_000] as const;
const STABLE_MS = 10_000;
const HANDSHAKE_MS = 10_000;
const FIRST_BATCH_MS = 5_000;
/** What a page assumes as long as nothing is advertised. */
const ATTEMPTS = 10;

interface Socket {
  readonly askedAt: number;
  openedAt: number | null;
  hasHeard: boolean;
  hasBatch: boolean;
}

/** The wait after so many failures: doubling, spread by half before the cap; after 1012 and 1013, 5–30 s. */
function waitAfter(code: number, failures: number | null): readonly [leastMs: number, mostMs: number] {
  if (code === 1012 || code === 1013) return SHED_MS;
  if (failures === null) return [(LADDER_MS[0] ?? CAP_MS) / 2, CAP_MS];
  const base = LADDER_MS[Math.min(failures, LADDER_MS.length - 1)] ?? CAP_MS;
  return [base / 2, Math.min(CAP_MS, base * 1.5)];
}

/** How many attempts may fail in a row, when the frame tells. */
function attemptsIn({ events }: Frame): number | undefined {
  const start = events.find(({ stem }) => stem === 'SESSION_START');
  if (!start) return undefined;
  const { capabilities } = start.payload as { capabilities: { max_reconnect_attempts?: number } };
  const advertised = capabilities.max_reconnect_attempts;
  return advertised === 0 ? Number.POSITIVE_INFINITY : (advertised ?? ATTEMPTS);
}

export function createLinkRules(
  clock: FakeClock,
  broken: (rule: string) => void,
  happened: (what: string) => void,
): LinkRules {
  const cursors = createCursorRules(clock, broken, happened);
  let socket: Socket | null = null;
  let last: Socket | null = null;
  /** What the next attempt has to wait after. */
  let lost: { readonly at: number; readonly code: number } | null = null;
  /** Failed attempts since the last stable link; null: what the visitor did may have started the count again. */
  let failures: number | null = 0;
  /** Failed handshakes in a row. */
  let refusals = 0;
  let attempts = ATTEMPTS;

  const sinceMs = (at: number | null) => (at === null ? 0 : clock.now() - at);

  function checkAttempt(): void {
    if (!lost) return;
    const waited = sinceMs(lost.at);
    const [least, most] = waitAfter(lost.code, failures);
    if (waited < least || waited > most) broken(`§12: after ${waited} ms, not within ${least} to ${most}`);
    if (refusals >= attempts) broken(`§12: attempt ${refusals + 1} of ${attempts}`);
    if (failures !== null) failures += 1;
    lost = null;
  }

  function gone(ended: Socket): void {
    // Not on open, or a link that opens and dies would be tried every second for ever.
    if (ended.hasHeard && sinceMs(ended.openedAt) >= STABLE_MS) failures = 0;
    last = ended;
    socket = null;
  }

  return {
    begins() {
      cursors.begins();
      attempts = ATTEMPTS;
      lost = last = null;
      failures = refusals = 0;
    },
    asked({ searchParams }) {
      if (socket) broken('I1: a second socket beside the first');
      checkAttempt();
      const cursor = searchParams.get('cursor');
      cursors.asked(cursor, last !== null && !last.hasBatch && sinceMs(last.openedAt) >= FIRST_BATCH_MS);
      socket = {
        askedAt: clock.now(),
        openedAt: null,
        hasHeard: false,
        hasBatch: false,
      };
    },
    opened() {
      if (socket) socket.openedAt = clock.now();
    },
    heard(frame) {
      if (!socket) return;
      socket.hasHeard = true;
      socket.hasBatch ||= frame.isBatch;
      refusals = 0;
      attempts = attemptsIn(frame) ?? attempts;
      cursors.heard(frame);
    },
    ended(code, wasOpen) {
      if (!socket) return;
      gone(socket);
      if (!wasOpen || code === 4001) refusals += 1;
      lost = { at: clock.now(), code };
    },
    closedByClient() {
      if (!socket) return;
      if (socket.openedAt === null && sinceMs(socket.askedAt) >= HANDSHAKE_MS) {
        refusals += 1;
        lost = { at: clock.now(), code: 1006 };
      }
      gone(socket);
      cursors.closes();
    },
    nudged() {
      lost = null;
      failures = null;
      refusals = 0;
    },
    isAtRest: () => socket === null,
    isOpen: () => socket?.openedAt != null,
    hasAll: cursors.hasAll,
  };
}
