import { WebSocket } from 'ws';

/** Result of opening a socket to the platform. */
export type OpenResult =
  /** The socket is paused, so that no frame is lost before it has listeners. */
  | { readonly at: 'opened'; readonly socket: WebSocket }
  | { readonly at: 'refused'; readonly status: number }
  | { readonly at: 'failed' };

/** Limits the memory for one frame. Histories come in batches of any size. */
const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;
export const CLOSE_MS = 2_000;

/** Opens a socket to the platform. Never rejects; aborting the signal before the socket is open fails the attempt. */
export const openUpstream = (url: string, signal: AbortSignal): Promise<OpenResult> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve({ at: 'failed' });
    const options = {
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: MAX_PAYLOAD_BYTES,
      closeTimeout: CLOSE_MS,
    };
    const socket = new WebSocket(url, options);
    const onAbort = () => socket.terminate();
    signal.addEventListener('abort', onAbort, { once: true });
    const done = (result: OpenResult) => {
      signal.removeEventListener('abort', onAbort);
      resolve(result);
    };
    socket.on('open', () => {
      socket.pause();
      done({ at: 'opened', socket });
    });
    socket.on('unexpected-response', (request, response) => {
      done({ at: 'refused', status: response.statusCode ?? 0 });
      request.destroy();
    });
    // 'close' follows an error, also on an open socket.
    socket.on('error', () => done({ at: 'failed' }));
  });
