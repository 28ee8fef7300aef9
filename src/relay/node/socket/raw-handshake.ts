import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseUrl } from '../../../base/url.ts';

/** Converts a handshake to a `Request`; undefined for an invalid handshake. */
export function toRequest({ url = '', headers }: IncomingMessage): Request | undefined {
  const { host = '' } = headers;
  const address = `http://${host}${url}`;
  // `Request` throws for credentials in a URL.
  if (!/^[^@/?#\\]+$/.test(host) || !url.startsWith('/') || !parseUrl(address)) return undefined;
  const texts = Object.entries(headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  );
  return new Request(address, { headers: texts });
}

const WEBSOCKET = 'websocket';
/** Upgrade headers, removed when the request is answered as plain HTTP. */
const OF_UPGRADE = new Set(['connection', 'upgrade', 'http2-settings']);

export const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === WEBSOCKET;

/**
 * Passes a request with another `Upgrade` than WebSocket to the HTTP server as a plain request (RFC 9110 §7.8: a server may
 * ignore an upgrade). Node has detached the connection, so the head is written again before the unread bytes.
 */
export function withoutUpgrade(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  unread: Buffer,
): void {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !OF_UPGRADE.has(name.toLowerCase()) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  const head = [`${method} ${url} HTTP/${httpVersion}`, ...lines, 'Connection: close'].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), unread]));
  server.emit('connection', socket);
}
