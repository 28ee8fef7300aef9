import type { WebSocket } from 'ws';
import { readServerFrame, type ServerFrame } from './server-frame.ts';

/** Above `PAUSE_BYTES` of unsent data the platform's socket is paused; above `CLOSE_BYTES` the client is closed (S-74). */
const PAUSE_BYTES = 64 * 1024;
const CLOSE_BYTES = 1024 * 1024;

/**
 * Forwards all frames of the platform to the client, unchanged and no faster than the client reads them. `onFrame` is called
 * for each text frame. Returns a function to call when the client has closed: the remaining frames are read and discarded.
 */
export function forwardToClient(
  upstream: WebSocket,
  client: WebSocket,
  onFrame: (frame: ServerFrame) => void,
): () => void {
  upstream.on('message', (content, isBinary) => {
    const frame = content as Buffer;
    if (!isBinary) onFrame(readServerFrame(frame));
    if (client.readyState !== client.OPEN) return;
    // Frames still arrive after a pause, because they were received already. This many mean that pausing does not help.
    if (client.bufferedAmount > CLOSE_BYTES) return client.close(1013, 'too slow');
    if (client.bufferedAmount + frame.length <= PAUSE_BYTES) {
      return client.send(frame, { binary: isBinary });
    }
    upstream.pause();
    client.send(frame, { binary: isBinary }, () => {
      if (client.bufferedAmount < PAUSE_BYTES) upstream.resume();
    });
  });
  upstream.resume();
  return () => upstream.resume();
}
