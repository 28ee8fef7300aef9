import type { WebSocket } from 'ws';
import { decode } from '../../../protocol/codec.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import type { Connect } from '../../upstream/handshake.ts';
import type { OpenUpstream } from './open-socket.ts';

/** Longer first frames are not parsed. A session without a known dialect has a short history. */
const MAX_FIRST_FRAME_BYTES = 64 * 1024;

/** The dialect in the first frame of a paused socket; undefined if the socket closes or the signal aborts first. */
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

export const connectBy =
  (openUpstream: OpenUpstream): Connect =>
  async (url, signal, listening) => {
    const opening = await openUpstream(url, signal);
    if (opening.kind !== 'opened') return opening;
    const { socket } = opening;
    // Ignore all other frames and errors.
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
