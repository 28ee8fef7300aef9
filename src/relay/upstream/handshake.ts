import type { SessionState } from '../../protocol/relay.ts';
import { openUpstream } from './open-socket.ts';

/** Result of a handshake with the platform. */
export type HandshakeResult =
  | { readonly at: 'opened' }
  | { readonly at: 'refused'; readonly status: number }
  | { readonly at: 'failed' };

/** Tries a handshake and closes the socket at once. Never rejects. */
export type Connect = (url: string, signal: AbortSignal) => Promise<HandshakeResult>;

export const connectWebSocket: Connect = async (url, signal) => {
  const opening = await openUpstream(url, signal);
  if (opening.at !== 'opened') return opening;
  const { socket } = opening;
  // Received frames and errors are ignored.
  socket.on('error', () => {});
  socket.resume();
  // M-3.10: an open connection counts towards the session's limit of ten.
  socket.close(1000);
  return { at: 'opened' };
};

/** The state of a session according to a handshake (M-3.4 to M-3.7). */
export function stateOf(handshake: HandshakeResult): SessionState {
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
