import type { EventEmitter } from 'node:events';
import type { Clock } from '../../base/clock.ts';

/** Waits, and resolves early to false when `stream` emits `close`; otherwise to true. */
export function waitWhileOpen(clock: Clock, inMs: number, stream: EventEmitter): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(inMs, () => {
      stream.off('close', onClose);
      resolve(true);
    });
    stream.once('close', onClose);
  });
}
