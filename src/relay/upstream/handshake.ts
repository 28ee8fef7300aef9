import type { SessionState } from '../../protocol/relay.ts';
import { openUpstream } from './open-socket.ts';

/** What became of a handshake with the platform's socket. */
export type Handshake =
  | { readonly at: 'opened' }
  | { readonly at: 'refused'; readonly status: number }
  | { readonly at: 'failed' };

/** Tries a handshake and gives the socket up at once, whatever came of it. Never rejects. */
export type Connect = (url: string, signal: AbortSignal) => Promise<Handshake>;

export const connectWebSocket: Connect = async (url, signal) => {
  const opening = await openUpstream(url, signal);
  if (opening.at !== 'opened') return opening;
  const { socket } = opening;
  // What is on its way already is of no interest, nor how the socket dies.
  socket.on('error', () => {});
  socket.resume();
  // A connection counts against the session's ten as long as it lives (spec messaging §3).
  socket.close(1000);
  return { at: 'opened' };
};

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
