import { WebSocket } from 'ws';
import type { SessionState } from '../protocol/relay.ts';

/** What became of a handshake with the platform's socket. */
export type Handshake =
  | { readonly at: 'opened' }
  | { readonly at: 'refused'; readonly status: number }
  | { readonly at: 'failed' };

/** Tries a handshake and gives the socket up at once, whatever came of it. Never rejects. */
export type Connect = (url: string, signal: AbortSignal) => Promise<Handshake>;

/** The history that follows an open socket is of no interest; this bounds what may be on its way already. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;
const CLOSE_MS = 1_000;

export const connectWebSocket: Connect = (url, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve({ at: 'failed' });
    const options = {
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: MAX_PAYLOAD_BYTES,
      closeTimeout: CLOSE_MS,
    };
    const socket = new WebSocket(url, options);
    const giveUp = () => socket.terminate();
    signal.addEventListener('abort', giveUp, { once: true });
    socket.on('open', () => {
      resolve({ at: 'opened' });
      // A connection counts against the session's ten as long as it lives (spec messaging §3).
      socket.close(1000);
    });
    socket.on('unexpected-response', (request, response) => {
      resolve({ at: 'refused', status: response.statusCode ?? 0 });
      signal.removeEventListener('abort', giveUp);
      request.destroy();
    });
    // After an answer this only keeps a late fault of the dying socket from being uncaught.
    socket.on('error', () => resolve({ at: 'failed' }));
    socket.on('close', () => {
      signal.removeEventListener('abort', giveUp);
      resolve({ at: 'failed' });
    });
  });

/** What a handshake says of its session (spec messaging §3). */
export function stateOf(handshake: Handshake): SessionState {
  if (handshake.at === 'opened') return 'alive';
  if (handshake.at === 'failed') return 'unreachable';
  switch (handshake.status) {
    case 401:
      return 'token_mismatch';
    case 404:
      return 'expired';
    case 429:
      return 'too_many_connections';
    default:
      return 'unreachable';
  }
}
