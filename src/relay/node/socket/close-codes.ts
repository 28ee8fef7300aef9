import type { WebSocket } from 'ws';

/** Codes that describe how a connection ended and must not be sent (RFC 6455 §7.4.1). */
const NO_CODE = 1005;
const UNSENDABLE = new Set([1004, 1006, 1015]);

/** Closes a socket like the other side was closed: with its code, without a code, or by terminating the connection. */
export function closeLike(socket: WebSocket, code: number, reason: string | Buffer): void {
  if (code === NO_CODE) socket.close();
  else if (UNSENDABLE.has(code)) socket.terminate();
  else socket.close(code, reason);
}
