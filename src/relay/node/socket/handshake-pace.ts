import type { Clock } from '../../../base/clock.ts';
import { fullBucket, takeToken } from './token-bucket.ts';

/** Sockets to open per second, as a share of the open ones. If one of two relays fails, the other takes over in 7 s. */
const SHARE_PER_SECOND = 0.1;
/** Sockets to open per second with few open ones, such as after a start. */
const MIN_PER_SECOND = 250;
const BURST = 100;
/**
 * Limit for waiting handshakes. They wait up to 8 s, because browsers give up after 10 s (M-12.6). Opening a tenth more each second
 * opens 1.2 times the current sockets in 8 s.
 */
const MAX_WAITING = { least: 8 * MIN_PER_SECOND, share: 1.2 };

/** Spreads the handshakes with the platform. If another relay fails, all of its visitors reconnect within a second (M-12.1). */
export function createHandshakePace(clock: Clock, sockets: () => number) {
  /**
   * Handshakes without an answer of the platform; at most as many as may start in a second. A slow platform would otherwise work
   * for browsers that have given up.
   */
  let inProgress = 0;
  /** Waiting handshakes in the order of their arrival. */
  const waiting = new Set<(isTurn: boolean) => void>();
  const rate = () => ({ perSecond: Math.max(MIN_PER_SECOND, SHARE_PER_SECOND * sockets()), burst: BURST });
  let bucket = fullBucket(rate(), clock.now());
  let cancel: (() => void) | undefined;

  function callNext(): void {
    cancel = undefined;
    for (const call of waiting) {
      if (inProgress >= rate().perSecond) return;
      const taken = takeToken(rate(), bucket, clock.now());
      bucket = taken.bucket;
      if (taken.waitMs > 0) {
        cancel = clock.after(taken.waitMs, callNext);
        return;
      }
      call(true);
    }
  }

  return {
    /**
     * Resolves to true when this handshake may start; `done` must follow. Resolves to false if too many wait, its client has left,
     * or after `end`.
     */
    wait(leaving: AbortSignal): Promise<boolean> {
      const mostWaiting = Math.max(MAX_WAITING.least, MAX_WAITING.share * sockets());
      if (leaving.aborted || waiting.size >= mostWaiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        function call(isTurn: boolean): void {
          waiting.delete(call);
          leaving.removeEventListener('abort', onLeave);
          if (isTurn) inProgress += 1;
          resolve(isTurn);
        }
        const onLeave = () => call(false);
        leaving.addEventListener('abort', onLeave);
        waiting.add(call);
        if (!cancel) callNext();
      });
    },
    /** Must be called after the platform's answer, or if nobody waits for it. */
    done(): void {
      inProgress -= 1;
      if (!cancel) callNext();
    },
    /** Ends every wait. */
    end(): void {
      cancel?.();
      for (const call of waiting) call(false);
    },
  };
}
