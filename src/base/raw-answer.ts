import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer to a request for which Node has no response object: a malformed request, or a refused handshake. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Writes an answer and closes the connection. */
export function writeRawAnswer(socket: Duplex, { status, headers, body = '' }: RawAnswer): void {
  const all = { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}
