import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The handshake as the rest of the relay reads requests; undefined where it is none by the Web's rules. */
export function requestOf({ url = '', headers }: IncomingMessage): Request | undefined {
  const { host = '' } = headers;
  const address = `http://${host}${url}`;
  // A name or a password before the host is what `Request` itself refuses.
  if (!/^[^@/?#\\]+$/.test(host) || !url.startsWith('/') || !URL.canParse(address)) return undefined;
  const texts = Object.entries(headers).filter((it): it is [string, string] => typeof it[1] === 'string');
  return new Request(address, { headers: texts });
}

/** Answers a handshake with a status, which a browser cannot see and other clients can. */
export function refuse(socket: Duplex, status: number): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Length: 0',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
