import type { Clock } from '../../../base/clock.ts';
import { FIRST_HISTORY_MS, HISTORY_QUIET_MS } from '../../../protocol/limits.ts';
import type { ClientEvent } from './client-event.ts';
import type { MessageDeduplicator, Verdict } from './message-deduplicator.ts';
import type { ServerFrame } from './server-frame.ts';
import { fullBucket, type Rate, takeToken } from './token-bucket.ts';

export interface ClientEventQueuePorts {
  readonly clock: Clock;
  readonly deduplicator: MessageDeduplicator;
  /** Writes to the platform's socket. */
  send(frame: string): void;
  /** Called whenever `isSettled` may have become true. */
  onProgress(): void;
  /** Called when the store is unavailable. */
  onStoreError(error: unknown): void;
}

const EVENTS: Rate = { perSecond: 10, burst: 20 };
const TYPING: Rate = { perSecond: 5, burst: 5 };
/** Limits against floods. Foyer's own client has at most five messages in flight. */
const MAX_QUEUED = 50;
const MAX_QUEUED_BYTES = 1024 * 1024;
/** Time until a message with the verdict `wait` is checked again. */
const RECHECK_MS = 250;
/** Number of recent messages whose ids are remembered. Clients do not repeat older ones. */
const MAX_RECENT = 100;

/** Sends the events of a client to the platform: in order, at a limited rate, and each message only once. */
export function createClientEventQueue({
  clock,
  deduplicator,
  send,
  onProgress,
  onStoreError,
}: ClientEventQueuePorts) {
  const queue: ClientEvent[] = [];
  const inFlight = new Set<string>();
  const recent = new Set<string>();
  /** Called when the queue is empty, or when it never will be. */
  let onFlushed: ((isSent: boolean) => void)[] = [];
  let queuedBytes = 0;
  let events = fullBucket(EVENTS, clock.now());
  let typing = fullBucket(TYPING, clock.now());
  let isClaiming = false;
  let isDisposed = false;
  let cancelAdvance = () => {};
  /** Messages wait for the history, because it shows which messages are already stored (M-9.5). */
  let isHistoryComplete = false;
  let cancelHistoryWait = clock.after(FIRST_HISTORY_MS, completeHistory);

  function completeHistory(): void {
    isHistoryComplete = true;
    advance();
  }

  const reportErrors = (task: Promise<void>) => void task.catch(onStoreError);

  function settleFlushed(isSent: boolean): void {
    const settled = onFlushed;
    onFlushed = [];
    for (const settle of settled) settle(isSent);
  }

  function advanceIn(inMs: number): void {
    cancelAdvance();
    cancelAdvance = clock.after(inMs, advance);
  }

  function removeFirst(): void {
    queuedBytes -= queue.shift()?.frame.length ?? 0;
  }

  function sendFirst({ frame, id }: ClientEvent): void {
    removeFirst();
    events = takeToken(EVENTS, events, clock.now()).bucket;
    if (id !== '') inFlight.add(id);
    send(frame);
  }

  /** Sends the first event if it may be sent. Later events wait to keep the order. */
  function advance(): void {
    if (isClaiming || isDisposed) return;
    const [first] = queue;
    if (!first) {
      settleFlushed(true);
      return onProgress();
    }
    if (first.id !== '' && !isHistoryComplete) return;
    const { waitMs } = takeToken(EVENTS, events, clock.now());
    if (waitMs > 0) return advanceIn(waitMs);
    if (first.id !== '') return void claim(first);
    sendFirst(first);
    advance();
  }

  async function claim(first: ClientEvent): Promise<void> {
    isClaiming = true;
    let verdict: Verdict = 'wait';
    try {
      verdict = recent.has(first.id) ? 'drop' : await deduplicator.claim(first.id);
    } catch (error) {
      onStoreError(error);
    }
    isClaiming = false;
    if (isDisposed) {
      if (verdict === 'send') reportErrors(deduplicator.release(first.id));
      return;
    }
    if (verdict === 'wait') return advanceIn(RECHECK_MS);
    if (verdict === 'send') sendFirst(first);
    else removeFirst();
    advance();
  }

  function markStored(id: string, isHistory: boolean): void {
    recent.delete(id);
    recent.add(id);
    for (const oldest of recent) {
      if (recent.size <= MAX_RECENT) break;
      recent.delete(oldest);
    }
    // Each connection reads the history itself, so the store records only live messages.
    if (inFlight.delete(id) || !isHistory) reportErrors(deduplicator.markStored(id));
  }

  return {
    /** Queues an event; false when the queue is full. */
    add(event: ClientEvent): boolean {
      if (event.kind === 'typing') {
        const taken = takeToken(TYPING, typing, clock.now());
        typing = taken.bucket;
        // M-11.7: never queued; a late typing event is meaningless.
        if (taken.waitMs === 0 && queue.length === 0) send(event.frame);
        return true;
      }
      if (queue.length >= MAX_QUEUED || queuedBytes + event.frame.length > MAX_QUEUED_BYTES) return false;
      queue.push(event);
      queuedBytes += event.frame.length;
      advance();
      return true;
    },
    /** Must be called with every platform frame. */
    observe({ isHistory, stored }: ServerFrame): void {
      for (const id of stored) markStored(id, isHistory);
      if (isHistory && !isHistoryComplete) {
        cancelHistoryWait();
        cancelHistoryWait = clock.after(HISTORY_QUIET_MS, completeHistory);
      }
      if (stored.length > 0) onProgress();
    },
    /** True when the queue is empty and every sent message has its echo. */
    isSettled: () => queue.length === 0 && inFlight.size === 0,
    /** Resolves when all queued events are sent; to false if they never will be. */
    flushed: (): Promise<boolean> =>
      new Promise((resolve) => {
        if (isDisposed || queue.length === 0) resolve(queue.length === 0);
        else onFlushed.push(resolve);
      }),
    /** Size of all queued events. */
    bytes: () => queuedBytes,
    /** Must be called when the platform's socket has closed. Idempotent. */
    dispose(): void {
      if (isDisposed) return;
      isDisposed = true;
      cancelAdvance();
      cancelHistoryWait();
      settleFlushed(false);
      for (const id of inFlight) reportErrors(deduplicator.markLost(id));
    },
  };
}
