import type { SocketEvents } from '../../../src/chat/socket.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Fate, Fates } from './fate.ts';
import type { Frame, Listener, StoredEvent } from './session.ts';

/** What a link has of the page that opened it: who hears, and who keeps the record. */
export interface PageEnd {
  readonly on: SocketEvents;
  isOnline(): boolean;
  opened(): void;
  /** A frame arrives that the page can read. */
  hears(frame: Frame): void;
  /** The far side, or the network, has ended it. */
  ended(code: number, wasOpen: boolean): void;
}

/** One socket between a page and the platform, and the weather in between. */
export interface Link extends Listener {
  /** The handshake went through and neither side has closed. */
  readonly isOpen: boolean;
  /** Nothing passes any more, and neither side knows. */
  readonly isDead: boolean;
  /** False: nobody is there to be let in. */
  accept(): boolean;
  refuse(): void;
  /** Both sides learn that the link is gone; with a code of fate's choice, unless one is given. */
  cut(code?: number): void;
  /** Nothing passes from now on, and in a moment both sides learn of it. */
  breakOff(code?: number): void;
  die(): void;
  closeByClient(): void;
}

const LATE_MS = 700;
/** The most that a swapped frame waits for the next one. */
const SWAPPED_MS = 1_000;
/** The longest replay, its quiet, and two seconds more. */
const SETTLE_MS = 4_000;
/** What may stand beside good events without harming them (spec messaging §4). */
const BAD_NEIGHBOURS = [null, 42, 'event', [], {}, { type: 7 }, { type: 'EVENT_TYPE_OF_TOMORROW' }];

const isEcho = ({ stem }: StoredEvent) => stem === 'USER_MESSAGE';

/** A history with bad elements around its good ones. */
function spoilt(frame: Frame): Frame {
  const { type, payload } = JSON.parse(frame.text) as { type: string; payload: { events: unknown[] } };
  const events = payload.events.flatMap((event) => [...BAD_NEIGHBOURS, event]);
  return { ...frame, text: JSON.stringify({ type, payload: { events: [...events, null] } }) };
}

export function createLink(
  page: PageEnd,
  { clock, fates, onGone }: { clock: FakeClock; fates: Fates; onGone: (link: Link) => void },
): Link {
  let state: 'asking' | 'open' | 'cut' | 'closed' = 'asking';
  let isDead = false;
  let held: Frame[] = [];
  /** Until then a page may look for what it sent before. */
  let settledAt = 0;
  /** Frames that are late. */
  let underWay = 0;
  let hasBatch = false;

  function arrive(frame: Frame): void {
    if (isDead || state === 'cut') return;
    hasBatch ||= frame.isBatch;
    if (state === 'open') page.hears(frame);
    // Also after the client has closed: a port would keep that to itself, yet nobody should depend on it.
    page.on.text(frame.text);
  }

  function arriveLater(frame: Frame, inMs: number): void {
    underWay += 1;
    clock.after(inMs, () => {
      underWay -= 1;
      arrive(frame);
    });
  }

  function release(): void {
    const late = held;
    held = [];
    underWay -= late.length;
    for (const frame of late) arrive(frame);
  }

  /** Something beside the frames, which the client has to leave out. */
  const noise = (text: string) => state === 'open' && !isDead && page.on.text(text);

  /** What no client can bear is spared it. */
  function fateOf(frame: Frame): Fate<'down'> {
    const fate = fates.next('down');
    // spec messaging §12: whoever asked for a hole and got half an answer goes on without the other half after 2 s.
    if (fate === 'half-open' && ((frame.isBatch && hasBatch) || underWay > 0)) return 'none';
    // spec messaging §9: what neither the replay nor two seconds more bring is sent again, although it may be there.
    const isAwaited = frame.isBatch || (clock.now() < settledAt && frame.events.some(isEcho));
    return fate === 'truncated' && isAwaited ? 'none' : fate;
  }

  function deliver(frame: Frame): void {
    if (isDead) return;
    const fate = fateOf(frame);
    switch (fate) {
      case 'cut-before':
        return link.breakOff();
      case 'half-open':
        return link.die();
      case 'late':
        return arriveLater(frame, LATE_MS);
      case 'swapped':
        held.push(frame);
        underWay += 1;
        clock.after(SWAPPED_MS, release);
        return;
      case 'truncated':
        noise(frame.text.slice(0, frame.text.length / 2));
        return;
      case 'garbage':
        noise('{"type":');
        break;
      case 'binary':
        if (state === 'open') page.on.binary();
        break;
      case 'bad-neighbours':
        if (!frame.isBatch) for (const bad of BAD_NEIGHBOURS) noise(JSON.stringify(bad));
        break;
      default:
    }
    arrive(fate === 'bad-neighbours' && frame.isBatch ? spoilt(frame) : frame);
    if (fate === 'twice') arrive(frame);
    if (fate === 'cut-after') link.breakOff();
    release();
  }

  const link: Link = {
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
      page.opened();
      page.on.opened();
      return link.isOpen;
    },
    refuse() {
      if (state !== 'asking') return;
      state = 'cut';
      page.ended(1006, false);
      page.on.closed(1006);
    },
    cut(code) {
      if (state !== 'open') return;
      const fate = code === undefined ? fates.next('close') : 'none';
      const why = code ?? (fate === 'none' ? 1006 : Number(fate));
      state = 'cut';
      onGone(link);
      page.ended(why, true);
      page.on.closed(why);
    },
    breakOff(code) {
      isDead = true;
      clock.after(1, () => link.cut(code));
    },
    die() {
      if (underWay === 0) isDead = true;
    },
    closeByClient() {
      if (state === 'open') onGone(link);
      if (state !== 'cut') clock.after(20, () => page.on.closed(1000));
      state = 'closed';
    },
    deliver,
  };
  return link;
}
