import type { Duplex } from 'node:stream';
import type { Clock } from '../../../base/clock.ts';
import { fullBucket, takeToken } from './token-bucket.ts';

/** Share of the sockets that a relay carries and may open in a second. When one of two relays dies, the other takes over in 7 s. */
const SHARE = 0.1;
/** Sockets a second of a relay that carries few, such as one that has just started. */
const LEAST_PER_SECOND = 250;
const BURST = 100;
/**
 * Handshakes that wait at the most, 8 s long: browsers give up after 10 s (M-12.6). As the sockets grow by a tenth a second, 1.2 times
 * as many are opened in 8 s.
 */
const MAX_WAITING = { least: 8 * LEAST_PER_SECOND, share: 1.2 };

/**
 * Spreads the handshakes that the relay passes on to the platform. When another relay dies, all of its visitors come within a second
 * (M-12.1).
 */
export function createHandshakePace(clock: Clock, sockets: () => number) {
  /**
   * Handshakes that the platform has not answered; at most as many as may be begun in a second. One that is slower would otherwise work
   * for browsers that have given up.
   */
  let inProgress = 0;
  /** The handshakes that wait, in the order of their arrival. */
  const waiting = new Set<(isTurn: boolean) => void>();
  const rate = () => ({ perSecond: Math.max(LEAST_PER_SECOND, SHARE * sockets()), burst: BURST });
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
     * Resolves to whether it is the turn of this handshake. False: too many wait already, its client has left, or `end`. True: `done`
     * must follow.
     */
    wait(client: Duplex): Promise<boolean> {
      const mostWaiting = Math.max(MAX_WAITING.least, MAX_WAITING.share * sockets());
      if (client.destroyed || waiting.size >= mostWaiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        function call(isTurn: boolean): void {
          waiting.delete(call);
          client.off('close', onLeave);
          if (isTurn) inProgress += 1;
          resolve(isTurn);
        }
        const onLeave = () => call(false);
        client.on('close', onLeave);
        waiting.add(call);
        if (!cancel) callNext();
      });
    },
    /** The platform has answered, or nobody waits for its answer. */
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
