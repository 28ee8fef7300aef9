import type { EventEmitter } from 'node:events';
import type { Clock } from '../../base/clock.ts';

/** Resolves to whether anybody is still there to be answered; `other` is what closes when they go. */
export function pause(clock: Clock, inMs: number, other: EventEmitter): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(inMs, () => {
      other.off('close', gone);
      resolve(true);
    });
    other.once('close', gone);
  });
}
