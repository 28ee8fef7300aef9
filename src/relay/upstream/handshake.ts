import type { Dialect } from '../../protocol/dialect.ts';
import type { SessionState } from '../../protocol/relay.ts';

/** Result of a handshake with the platform. */
export type HandshakeResult =
  /** `dialect` resolves with the dialect that names the agent in the history (M-1.8); only with `listening`. */
  | { readonly kind: 'opened'; readonly dialect?: Promise<Dialect | undefined> | undefined }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' };

/**
 * Tries a handshake and closes the socket at once. With `listening` it waits for the first frame, until that signal aborts.
 * Never rejects.
 */
export type Connect = (url: string, signal: AbortSignal, listening?: AbortSignal) => Promise<HandshakeResult>;

/** The state of a session according to a handshake (M-3.4 to M-3.7). */
export function stateOf(handshake: HandshakeResult): SessionState {
  if (handshake.kind === 'opened') return 'alive';
  if (handshake.kind === 'failed') return 'unreachable';
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
