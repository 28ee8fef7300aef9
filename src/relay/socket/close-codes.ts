import type { WebSocket } from 'ws';

/** Codes that stand for what happened and may stand in no frame (RFC 6455 §7.4.1). */
const NO_CODE = 1005;
const UNSENDABLE = new Set([1004, 1006, 1015]);

/** Closes a socket as the one on the other side was closed: with its code, without one, or by breaking the connection. */
export function closeLike(socket: WebSocket, code: number, reason: Buffer): void {
  if (code === NO_CODE) socket.close();
  else if (UNSENDABLE.has(code)) socket.terminate();
  else socket.close(code, reason);
}
