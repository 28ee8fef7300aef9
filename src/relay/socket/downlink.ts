import type { WebSocket } from 'ws';
import { lookAt, type Passing } from './server-frame.ts';

/** From the platform to the browser: bytes as they are, no faster than the browser takes them. */
export interface Downlink {
  /** Nobody takes anything any more: what still comes is looked at and dropped. */
  opened(): void;
}

/** Above the first the platform is read no further, above the second the browser is given up (S-74). */
const HOLD_BYTES = 64 * 1024;
const GIVE_UP_BYTES = 1024 * 1024;

export function passDown(
  upstream: WebSocket,
  client: WebSocket,
  { passing }: { passing(frame: Passing): void },
): Downlink {
  upstream.on('message', (content, isBinary) => {
    const frame = content as Buffer;
    if (!isBinary) passing(lookAt(frame));
    if (client.readyState !== client.OPEN) return;
    // What was on its way when reading stopped; that it is so much means that stopping does not help.
    if (client.bufferedAmount > GIVE_UP_BYTES) return client.close(1013, 'too slow');
    if (client.bufferedAmount + frame.length <= HOLD_BYTES) {
      return client.send(frame, { binary: isBinary });
    }
    upstream.pause();
    client.send(frame, { binary: isBinary }, () => {
      if (client.bufferedAmount < HOLD_BYTES) upstream.resume();
    });
  });
  upstream.resume();
  return { opened: () => upstream.resume() };
}
