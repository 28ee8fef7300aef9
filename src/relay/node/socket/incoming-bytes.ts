import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';

/** Memory overhead of a chunk. */
const BYTES_OF_A_CHUNK = 256;
/** Header of a control frame. */
const HEADER_BYTES = 2;

/**
 * Counts the bytes of the message that a socket is receiving, because ws announces only complete messages. The socket reads from
 * `connection`. Calls `onChange` when bytes or a message have arrived.
 */
export function countIncoming(socket: WebSocket, connection: Readable, onChange: () => void): () => number {
  let bytes = 0;
  // Must run first: the listener of ws may emit the message at once.
  connection.prependListener('data', (chunk: Buffer) => {
    // A closing socket discards its input.
    bytes = socket.readyState === socket.OPEN ? bytes + chunk.length + BYTES_OF_A_CHUNK : 0;
    onChange();
  });
  socket.on('message', () => {
    bytes = 0;
    onChange();
  });
  // They may arrive between the fragments of a pending message.
  for (const type of ['ping', 'pong'] as const)
    socket.on(type, (content) => {
      bytes = Math.max(0, bytes - content.length - HEADER_BYTES);
    });
  return () => bytes;
}
