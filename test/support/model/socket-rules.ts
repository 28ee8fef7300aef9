import type { Trouble } from '../../../src/chat/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import { createCursorRules } from './cursor-rules.ts';
import type { Frame } from './session.ts';

/** Rules of opening sockets (invariants I1, I3, I4, I5; M-12.1 to M-12.3, M-12.8). */
export interface SocketRules {
  /** The page has a new session. */
  sessionStarted(): void;
  /** The page opens a socket, while it shows the trouble. */
  opening(url: URL, trouble: Trouble['code'] | undefined, isOnline: boolean): void;
  opened(): void;
  received(frame: Frame): void;
  /** The socket has ended. `wasOpen`: it broke; otherwise the handshake failed. */
  ended(code: number, wasOpen: boolean): void;
  closedByClient(): void;
  /** The visitor, the network, the machine or another page gave a reason to retry immediately. */
  retryAllowed(): void;
  /** The visitor wants an attempt, whatever the browser says of the network. */
  wanted(): void;
  wentOffline(): void;
  /** There is no socket, and none is being opened. */
  isIdle(): boolean;
  isOpen(): boolean;
  /** The last socket was closed because another connection took over (M-12.9). */
  wasReplaced(): boolean;
  /** Everything of the session up to this sequence has arrived. */
  hasAll(upTo: number): boolean;
}

const DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const CAP_MS = 30_000;
const OVERLOAD_DELAY_MS = [5_000, 30_000] as const;
const SLOW_RETRY_MS = 60_000;
const STABLE_MS = 10_000;
const HANDSHAKE_MS = 10_000;
const FIRST_BATCH_MS = 5_000;
/** M-6.28: default number of attempts. */
const ATTEMPTS = 10;

interface Socket {
  readonly askedAt: number;
  openedAt: number | null;
  hasReceived: boolean;
  hasBatch: boolean;
}

/** Allowed wait after a number of failures (M-12.1), or after close code 1012 or 1013 (M-12.8). */
function waitAfter(code: number, failures: number | null): readonly [leastMs: number, mostMs: number] {
  if (code === 1012 || code === 1013) return OVERLOAD_DELAY_MS;
  if (failures === null) return [(DELAYS_MS[0] ?? CAP_MS) / 2, CAP_MS];
  const base = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)] ?? CAP_MS;
  return [base / 2, Math.min(CAP_MS, base * 1.5)];
}

/** M-6.28: number of attempts that a frame advertises. */
function attemptsIn({ events }: Frame): number | undefined {
  const start = events.find(({ stem }) => stem === 'SESSION_START');
  if (!start) return undefined;
  const { capabilities } = start.payload as { capabilities: { max_reconnect_attempts?: number } };
  const advertised = capabilities.max_reconnect_attempts;
  return advertised === 0 ? Number.POSITIVE_INFINITY : (advertised ?? ATTEMPTS);
}

export function createSocketRules(
  clock: FakeClock,
  violation: (rule: string) => void,
  record: (what: string) => void,
): SocketRules {
  const cursors = createCursorRules(clock, violation, record);
  let socket: Socket | null = null;
  let last: Socket | null = null;
  /** The last loss, from which the next attempt has to wait. */
  let lost: { readonly at: number; readonly code: number } | null = null;
  /** Failed attempts since the last stable socket; null: unknown, because the visitor may have reset them. */
  let failures: number | null = 0;
  /** Number of failed handshakes in a row. */
  let refusals = 0;
  let attempts = ATTEMPTS;
  let lastCode = 0;
  /** Time when the browser went offline, or of the latest attempt since. */
  let offlineAt = Number.NEGATIVE_INFINITY;
  let isWanted = false;

  const sinceMs = (at: number | null) => (at === null ? 0 : clock.now() - at);

  function checkAttempt(isSlow: boolean): void {
    const waited = sinceMs(lost?.at ?? Number.NEGATIVE_INFINITY);
    if (isSlow) {
      record('client: retries slowly');
      if (waited < SLOW_RETRY_MS) violation(`M-12.20: after ${waited} ms`);
      failures = refusals = 0;
      lost = null;
    }
    if (!lost) return;
    const [least, most] = waitAfter(lost.code, failures);
    if (waited < least || waited > most)
      violation(`M-12.1: after ${waited} ms, not within ${least} to ${most}`);
    if (refusals >= attempts) violation(`M-12.2: attempt ${refusals + 1} of ${attempts}`);
    if (failures !== null) failures += 1;
    lost = null;
  }

  /** I3, M-12.4: what the browser says is a hint. */
  function checkOffline(): void {
    record('client: tries while offline');
    if (!isWanted && sinceMs(offlineAt) < SLOW_RETRY_MS)
      violation(`I3: a socket after ${sinceMs(offlineAt)} ms without a network`);
    offlineAt = clock.now();
    isWanted = false;
    lost = null;
  }

  function gone(ended: Socket): void {
    // M-12.3: only a stable socket resets the count.
    if (ended.hasReceived && sinceMs(ended.openedAt) >= STABLE_MS) failures = 0;
    last = ended;
    socket = null;
  }

  return {
    sessionStarted() {
      cursors.sessionStarted();
      attempts = ATTEMPTS;
      lost = last = null;
      failures = refusals = 0;
    },
    opening({ searchParams }, trouble, isOnline) {
      if (socket) violation('I1: a second socket beside the first');
      if (!isOnline) checkOffline();
      // M-12.20: a failure leaves slow attempts only. M-12.22: blocked sockets are one from the beginning.
      checkAttempt(trouble === 'socket_blocked' ? refusals >= attempts : trouble !== undefined);
      const cursor = searchParams.get('cursor');
      cursors.opening(cursor, last !== null && !last.hasBatch && sinceMs(last.openedAt) >= FIRST_BATCH_MS);
      socket = {
        askedAt: clock.now(),
        openedAt: null,
        hasReceived: false,
        hasBatch: false,
      };
    },
    opened() {
      if (socket) socket.openedAt = clock.now();
    },
    received(frame) {
      if (!socket) return;
      socket.hasReceived = true;
      socket.hasBatch ||= frame.isBatch;
      refusals = 0;
      attempts = attemptsIn(frame) ?? attempts;
      cursors.received(frame);
    },
    ended(code, wasOpen) {
      if (!socket) return;
      gone(socket);
      if (!wasOpen || code === 4001) refusals += 1;
      lost = { at: clock.now(), code };
      lastCode = code;
    },
    closedByClient() {
      if (!socket) return;
      if (socket.openedAt === null && sinceMs(socket.askedAt) >= HANDSHAKE_MS) {
        refusals += 1;
        lost = { at: clock.now(), code: 1006 };
      }
      gone(socket);
      cursors.socketClosed();
    },
    retryAllowed() {
      lost = null;
      failures = null;
      refusals = 0;
    },
    wanted() {
      isWanted = true;
    },
    wentOffline() {
      offlineAt = clock.now();
      isWanted = false;
    },
    wasReplaced: () => lastCode === 4000,
    isIdle: () => socket === null,
    isOpen: () => socket?.openedAt != null,
    hasAll: cursors.hasAll,
  };
}
