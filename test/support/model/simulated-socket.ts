import type { SocketEvents } from '../../../src/chat/shell/socket.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Disruption, Disruptions } from './disruptions.ts';
import type { Frame, Listener, StoredEvent } from './session.ts';

/** The page's end of a socket: its callbacks and its rules. */
export interface SocketClient {
  readonly on: SocketEvents;
  isOnline(): boolean;
  /** A readable frame is about to arrive. */
  passed(frame: Frame): void;
}

/** Socket between a page and the platform, with disruptions. */
export interface SimulatedSocket extends Listener {
  /** The handshake succeeded and neither side has closed. */
  readonly isOpen: boolean;
  /** Nothing passes any more, and neither side has noticed. */
  readonly isDead: boolean;
  /** Accepts the handshake. Returns false when the client has given up. */
  accept(): boolean;
  refuse(): void;
  /** Closes the socket for both sides, with a given code or a disruption's. */
  cut(code?: number): void;
  /** Stops passing frames immediately and closes the socket a moment later. */
  breakSoon(code?: number): void;
  stopPassing(): void;
  closeByClient(): void;
}

const LATE_MS = 700;
/** Longest wait of a swapped frame for the next one. */
const SWAPPED_MS = 1_000;
/** Time of the longest replay, of its quiet time and of the reconciliation. */
const SETTLE_MS = 4_000;
/** Unreadable elements beside readable events (M-4.7). */
const BAD_ELEMENTS = [null, 42, 'event', [], {}, { type: 7 }, { type: 'EVENT_TYPE_OF_TOMORROW' }];

const isEcho = ({ stem }: StoredEvent) => stem === 'USER_MESSAGE';

/** Adds unreadable elements to a history. */
function withBadElements(frame: Frame): Frame {
  const { type, payload } = JSON.parse(frame.text) as { type: string; payload: { events: unknown[] } };
  const events = payload.events.flatMap((event) => [...BAD_ELEMENTS, event]);
  return { ...frame, text: JSON.stringify({ type, payload: { events: [...events, null] } }) };
}

export function createSimulatedSocket(
  page: SocketClient,
  {
    clock,
    disruptions,
    onGone,
  }: { clock: FakeClock; disruptions: Disruptions; onGone: (socket: SimulatedSocket) => void },
): SimulatedSocket {
  let state: 'asking' | 'open' | 'cut' | 'closed' = 'asking';
  let isDead = false;
  let swapped: Frame[] = [];
  /** Time until which a page may look for its unconfirmed messages. */
  let settledAt = 0;
  /** Number of delayed frames. */
  let delayedFrames = 0;
  let hasBatch = false;

  function arrive(frame: Frame): void {
    if (isDead || state === 'cut') return;
    hasBatch ||= frame.isBatch;
    page.passed(frame);
    // Delivered even after the client has closed: the client must not depend on its port to drop such frames.
    page.on.text(frame.text);
  }

  function arriveLater(frame: Frame, inMs: number): void {
    delayedFrames += 1;
    clock.after(inMs, () => {
      delayedFrames -= 1;
      arrive(frame);
    });
  }

  function release(): void {
    const late = swapped;
    swapped = [];
    delayedFrames -= late.length;
    for (const frame of late) arrive(frame);
  }

  /** Sends text that the client has to ignore. */
  const injectText = (text: string) => state === 'open' && !isDead && page.on.text(text);

  /** Next disruption, except those that no client can handle. */
  function nextDisruption(frame: Frame): Disruption<'down'> {
    const disruption = disruptions.next('down');
    // M-12.17: a client that gets half of the requested events accepts the other half as missing after 2 s.
    if (disruption === 'half-open' && ((frame.isBatch && hasBatch) || delayedFrames > 0)) return 'none';
    // M-9.7: a message whose echo is not in the replay and the next 2 s is sent again, although it may be stored.
    const isAwaited = frame.isBatch || (clock.now() < settledAt && frame.events.some(isEcho));
    return disruption === 'truncated' && isAwaited ? 'none' : disruption;
  }

  function deliver(frame: Frame): void {
    if (isDead) return;
    const disruption = nextDisruption(frame);
    switch (disruption) {
      case 'cut-before':
        return socket.breakSoon();
      case 'half-open':
        return socket.stopPassing();
      case 'late':
        return arriveLater(frame, LATE_MS);
      case 'swapped':
        swapped.push(frame);
        delayedFrames += 1;
        clock.after(SWAPPED_MS, release);
        return;
      case 'truncated':
        injectText(frame.text.slice(0, frame.text.length / 2));
        return;
      case 'garbage':
        injectText('{"type":');
        break;
      case 'binary':
        if (state === 'open') page.on.binary();
        break;
      case 'bad-neighbours':
        if (!frame.isBatch) for (const bad of BAD_ELEMENTS) injectText(JSON.stringify(bad));
        break;
      default:
    }
    arrive(disruption === 'bad-neighbours' && frame.isBatch ? withBadElements(frame) : frame);
    if (disruption === 'twice') arrive(frame);
    if (disruption === 'cut-after') socket.breakSoon();
    release();
  }

  const socket: SimulatedSocket = {
    get isOpen() {
      return state === 'open';
    },
    get isDead() {
      return isDead;
    },
    accept() {
      if (state !== 'asking') return false;
      state = 'open';
      settledAt = clock.now() + SETTLE_MS;
      page.on.opened();
      return socket.isOpen;
    },
    refuse() {
      if (state !== 'asking') return;
      state = 'cut';
      page.on.closed(1006);
    },
    cut(code) {
      if (state !== 'open') return;
      const disruption = code === undefined ? disruptions.next('close') : 'none';
      const why = code ?? (disruption === 'none' ? 1006 : Number(disruption));
      state = 'cut';
      onGone(socket);
      page.on.closed(why);
    },
    breakSoon(code) {
      isDead = true;
      clock.after(1, () => socket.cut(code));
    },
    stopPassing() {
      if (delayedFrames === 0) isDead = true;
    },
    closeByClient() {
      if (state === 'open') onGone(socket);
      if (state !== 'cut') clock.after(20, () => page.on.closed(1000));
      state = 'closed';
    },
    deliver,
  };
  return socket;
}
