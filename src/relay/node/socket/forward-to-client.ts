import type { WebSocket } from 'ws';
import { readServerFrame, type ServerFrame } from './server-frame.ts';
import type { VisitorSide } from './visitor-side.ts';

/** With more than `PAUSE_BYTES` unsent, the platform's socket is paused. With more than `CLOSE_BYTES` then, the client is closed (S-74). */
const PAUSE_BYTES = 64 * 1024;
const CLOSE_BYTES = 1024 * 1024;
/** Overhead of an unsent frame, so that a million empty frames count as well (S-80). */
const BYTES_OF_A_FRAME = 512;

/** Forwards frames of the platform to the client. */
export interface Forwarder {
  /** Memory of the unsent frames. */
  unsentBytes(): number;
  /** Must be called when the client has closed. Discards the remaining frames. */
  drain(): void;
}

export interface ForwarderPorts {
  /** Called for each text frame. */
  onFrame(frame: ServerFrame): void;
  /** Called when a frame has been sent. */
  onSent(): void;
}

/** Forwards all frames of the platform to the client, unchanged and no faster than the client reads them. */
export function forwardToClient(
  upstream: WebSocket,
  client: Pick<VisitorSide, 'isOpen' | 'send' | 'close'>,
  ports: ForwarderPorts,
): Forwarder {
  let unsent = 0;
  let afterPause = 0;

  function sent(size: number): void {
    unsent -= size;
    ports.onSent();
    if (!upstream.isPaused || unsent > PAUSE_BYTES) return;
    afterPause = 0;
    upstream.resume();
  }

  upstream.on('message', (content, isBinary) => {
    const frame = content as Buffer;
    if (!isBinary) ports.onFrame(readServerFrame(frame));
    if (!client.isOpen()) return;
    const size = frame.length + BYTES_OF_A_FRAME;
    // Received frames still arrive after a pause. This many mean that pausing does not help.
    if (upstream.isPaused) afterPause += size;
    if (afterPause > CLOSE_BYTES) return client.close(1013, 'too slow');
    unsent += size;
    if (unsent > PAUSE_BYTES) upstream.pause();
    client.send(frame, isBinary, () => sent(size));
  });
  upstream.resume();
  return { unsentBytes: () => unsent, drain: () => upstream.resume() };
}
