import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { MAX_SERVER_FRAME_BYTES } from '../../../protocol/limits.ts';
import type { Outbound } from './outbound.ts';
import { tracedHeaders } from './tracing.ts';

/** Result of opening a socket to the platform. */
export type OpenResult =
  /** The socket is paused, so that no frame is lost before it has listeners. */
  | { readonly kind: 'opened'; readonly socket: WebSocket; readonly connection: Socket }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed' };

/** Servers send fragments of at least their write buffer of 4 KB. Each fragment has a memory overhead. */
const MAX_FRAGMENTS = 2_048;
/** Chunks of one frame. A TCP segment has more than 1 KB. */
const MAX_CHUNKS = 16_384;
export const CLOSE_MS = 2_000;

/** Opens a socket to the platform. Never rejects; aborting the signal before the socket is open fails the attempt. */
export type OpenUpstream = (url: string, signal: AbortSignal) => Promise<OpenResult>;

export const openUpstreamBy =
  ({ tls, proxyFor }: Outbound): OpenUpstream =>
  (url, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve({ kind: 'failed' });
      const options = {
        ...tls,
        agent: proxyFor(url),
        headers: tracedHeaders(),
        followRedirects: false,
        perMessageDeflate: false,
        maxPayload: MAX_SERVER_FRAME_BYTES,
        maxFragments: MAX_FRAGMENTS,
        maxBufferedChunks: MAX_CHUNKS,
        // One message per turn of the event loop, so that a flood of tiny messages blocks nobody.
        allowSynchronousEvents: false,
        closeTimeout: CLOSE_MS,
      };
      const socket = new WebSocket(url, options);
      const onAbort = () => socket.terminate();
      signal.addEventListener('abort', onAbort, { once: true });
      const done = (result: OpenResult) => {
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      };
      socket.on('upgrade', ({ socket: connection }) => {
        socket.on('open', () => {
          socket.pause();
          done({ kind: 'opened', socket, connection });
        });
      });
      socket.on('unexpected-response', (request, response) => {
        done({ kind: 'refused', status: response.statusCode ?? 0 });
        request.destroy();
      });
      // 'close' follows an error, also on an open socket.
      socket.on('error', () => done({ kind: 'failed' }));
    });
