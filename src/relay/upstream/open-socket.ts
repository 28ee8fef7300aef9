import { WebSocket } from 'ws';

/** What came of asking the platform for a socket that is to be kept. */
export type Opening =
  /** Paused: nothing is lost until somebody listens and resumes it. */
  | { readonly at: 'opened'; readonly socket: WebSocket }
  | { readonly at: 'refused'; readonly status: number }
  | { readonly at: 'failed' };

/** Histories come in batches of any size; this keeps one hostile frame from filling the memory. */
const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;
export const CLOSE_MS = 2_000;

/** Opens a socket to the platform. Never rejects; when the signal goes off before it is open, it is given up. */
export const openUpstream = (url: string, signal: AbortSignal): Promise<Opening> =>
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
    const done = (opening: Opening) => {
      signal.removeEventListener('abort', giveUp);
      resolve(opening);
    };
    socket.on('open', () => {
      socket.pause();
      done({ at: 'opened', socket });
    });
    socket.on('unexpected-response', (request, response) => {
      done({ at: 'refused', status: response.statusCode ?? 0 });
      request.destroy();
    });
    // 'close' follows an error, on an open socket too.
    socket.on('error', () => done({ at: 'failed' }));
  });
