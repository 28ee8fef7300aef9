import type { WebSocket } from 'ws';
import { decode } from '../../protocol/codec.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { SessionState } from '../../protocol/relay.ts';
import { openUpstream } from '../node/open-socket.ts';

/** Result of a handshake with the platform. */
export type HandshakeResult =
  /** `dialect`: the one in which the history names the agent (M-1.8), as soon as that has arrived; only with `listening`. */
  | { readonly kind: 'opened'; readonly dialect?: Promise<Dialect | undefined> | undefined }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' };

/**
 * Tries a handshake and closes the socket at once, or with `listening` after the first frame, at the latest when that signal aborts.
 * Never rejects.
 */
export type Connect = (url: string, signal: AbortSignal, listening?: AbortSignal) => Promise<HandshakeResult>;

/** A longer first frame is not parsed. A session whose dialect is not known yet has a short history. */
const MAX_FIRST_FRAME_BYTES = 64 * 1024;

/** The dialect in the first frame of a paused socket; undefined also when the socket closes or the signal aborts before. */
const firstDialect = (socket: WebSocket, signal: AbortSignal): Promise<Dialect | undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    socket.once('close', () => resolve(undefined));
    socket.once('message', (content: Buffer, isBinary: boolean) => {
      const isReadable = !isBinary && content.length <= MAX_FIRST_FRAME_BYTES;
      resolve(isReadable ? decode(content.toString()).dialect : undefined);
    });
    socket.resume();
  });

export const connectWebSocket: Connect = async (url, signal, listening) => {
  const opening = await openUpstream(url, signal);
  if (opening.kind !== 'opened') return opening;
  const { socket } = opening;
  // All other frames and errors are ignored.
  socket.on('error', () => {});
  const dialect = listening && firstDialect(socket, listening);
  const close = () => {
    socket.resume();
    // M-3.10: an open connection counts towards the session's limit of ten.
    socket.close(1000);
  };
  if (dialect) void dialect.then(close);
  else close();
  return { kind: 'opened', dialect };
};

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
