import type { Clock } from '../../base/clock.ts';
import { FIRST_HISTORY_MS, HISTORY_QUIET_MS } from '../../protocol/limits.ts';
import type { ClientEvent } from './client-event.ts';
import type { Once, Verdict } from './once.ts';
import { draw, full, type Rate } from './rate.ts';
import type { Passing } from './server-frame.ts';

/** What a client says, in order, on its way to the platform: not too fast, and no message twice. */
export interface Uplink {
  /** False: more is waiting than one client may leave lying here. */
  take(event: ClientEvent): boolean;
  /** A frame has come down. */
  passed(frame: Passing): void;
  /** Nothing waits to leave, and nothing that left waits for its echo. */
  isSettled(): boolean;
  /** The platform's socket is gone. */
  dispose(): void;
}

export interface UplinkPorts {
  readonly clock: Clock;
  readonly once: Once;
  /** Writes to the platform's socket. */
  send(frame: string): void;
  /** Called whenever it may have settled. */
  changed(): void;
  /** The store is out of reach. */
  failed(error: unknown): void;
}

const EVENTS: Rate = { perSecond: 10, burst: 20 };
const TYPING: Rate = { perSecond: 5, burst: 5 };
/** A client of ours has five messages under way; this is for floods. */
const MAX_HELD = 50;
const MAX_HELD_BYTES = 1024 * 1024;
/** How soon a message that cannot be decided yet is looked at again. */
const AGAIN_MS = 250;
/** The latest messages that came down here: a client repeats none that is older. */
const MAX_KNOWN = 100;

export function createUplink({ clock, once, send, changed, failed }: UplinkPorts): Uplink {
  const held: ClientEvent[] = [];
  const inFlight = new Set<string>();
  const known = new Set<string>();
  let heldBytes = 0;
  let events = full(EVENTS, clock.now());
  let typing = full(TYPING, clock.now());
  let isAsking = false;
  let isOver = false;
  let cancelPump = () => {};
  /** What came before is in it: until it is quiet nobody knows which messages are stored (spec messaging §9). */
  let isHistoryIn = false;
  let cancelQuiet = clock.after(FIRST_HISTORY_MS, historyIsIn);

  function historyIsIn(): void {
    isHistoryIn = true;
    pump();
  }

  const attempt = (task: Promise<void>) => void task.catch(failed);

  function pumpIn(inMs: number): void {
    cancelPump();
    cancelPump = clock.after(inMs, pump);
  }

  function drop(): void {
    heldBytes -= held.shift()?.frame.length ?? 0;
  }

  function leave({ frame, id }: ClientEvent): void {
    drop();
    events = draw(EVENTS, events, clock.now()).bucket;
    if (id !== '') inFlight.add(id);
    send(frame);
  }

  /** Lets the first go if it may; those behind it wait for it, so that their order stays. */
  function pump(): void {
    if (isAsking || isOver) return;
    const [first] = held;
    if (!first) return changed();
    if (first.id !== '' && !isHistoryIn) return;
    const { waitMs } = draw(EVENTS, events, clock.now());
    if (waitMs > 0) return pumpIn(waitMs);
    if (first.id !== '') return void ask(first);
    leave(first);
    pump();
  }

  async function ask(first: ClientEvent): Promise<void> {
    isAsking = true;
    let verdict: Verdict = 'wait';
    try {
      verdict = known.has(first.id) ? 'drop' : await once.ask(first.id);
    } catch (error) {
      failed(error);
    }
    isAsking = false;
    if (isOver) {
      if (verdict === 'send') attempt(once.release(first.id));
      return;
    }
    if (verdict === 'wait') return pumpIn(AGAIN_MS);
    if (verdict === 'send') leave(first);
    else drop();
    pump();
  }

  function isStored(id: string, isHistory: boolean): void {
    known.delete(id);
    known.add(id);
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    // A history is read anew by whoever connects: only what is news to everybody has to be told.
    if (inFlight.delete(id) || !isHistory) attempt(once.stored(id));
  }

  return {
    take(event) {
      if (event.kind === 'typing') {
        const drawn = draw(TYPING, typing, clock.now());
        typing = drawn.bucket;
        // spec messaging §11: never queued; it says nothing any more once it is late.
        if (drawn.waitMs === 0 && held.length === 0) send(event.frame);
        return true;
      }
      if (held.length >= MAX_HELD || heldBytes + event.frame.length > MAX_HELD_BYTES) return false;
      held.push(event);
      heldBytes += event.frame.length;
      pump();
      return true;
    },
    passed({ isHistory, stored }) {
      for (const id of stored) isStored(id, isHistory);
      if (isHistory && !isHistoryIn) {
        cancelQuiet();
        cancelQuiet = clock.after(HISTORY_QUIET_MS, historyIsIn);
      }
      if (stored.length > 0) changed();
    },
    isSettled: () => held.length === 0 && inFlight.size === 0,
    dispose() {
      if (isOver) return;
      isOver = true;
      cancelPump();
      cancelQuiet();
      for (const id of inFlight) attempt(once.lost(id));
    },
  };
}
