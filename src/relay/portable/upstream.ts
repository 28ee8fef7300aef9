import { collectBytes, readBytes } from '../../base/bounded-body.ts';
import type { Connect } from '../upstream/handshake.ts';
import { MAX_ANSWER_BYTES, type Post } from '../upstream/post.ts';

/** Posts JSON with the runtime's `fetch`. */
export const postBy =
  (fetch: typeof globalThis.fetch): Post =>
  async ({ url, headers, body, signal }) => {
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      });
    } catch {
      return { kind: 'unreachable' };
    }
    const { status, headers: answered } = response;
    const bytes = await readBytes(response.body, collectBytes(MAX_ANSWER_BYTES)).catch(() => undefined);
    return bytes
      ? { kind: 'answered', status, retryAfter: answered.get('retry-after'), body: bytes }
      : { kind: 'broken' };
  };

/** The status of a refused handshake in the error messages of Deno and Bun. */
const REFUSAL = /status code: (\d{3})\b/;

/** Opens a socket. */
const openSocket: Connect = (url, signal) =>
  new Promise((resolve) => {
    const socket = new WebSocket(url);
    const done = (result: Awaited<ReturnType<Connect>>) => {
      resolve(result);
      // M-3.10: an open connection counts towards the session's limit of ten.
      socket.close();
    };
    socket.addEventListener('open', () => done({ kind: 'opened' }));
    socket.addEventListener('error', (event) => {
      const { message = '' } = event as Event & { readonly message?: string };
      const status = REFUSAL.exec(message)?.[1];
      done(status === undefined ? { kind: 'failed' } : { kind: 'refused', status: Number(status) });
    });
    signal.addEventListener('abort', () => done({ kind: 'failed' }), { once: true });
  });

/** Opens a socket by `fetch`, as in workers. */
const fetchSocket =
  (fetch: typeof globalThis.fetch): Connect =>
  async (url, signal) => {
    try {
      const headers = { Upgrade: 'websocket' };
      const response: Response & {
        readonly webSocket?: { accept(): void; close(code: number): void } | null;
      } = await fetch(url.replace(/^ws/, 'http'), { headers, redirect: 'manual', signal });
      await response.body?.cancel();
      if (!response.webSocket) return { kind: 'refused', status: response.status };
      response.webSocket.accept();
      response.webSocket.close(1000);
      return { kind: 'opened' };
    } catch {
      return { kind: 'failed' };
    }
  };

/** Tries a handshake and reads the status of a refusal in the runtime's way. */
export const connectBy = (fetch: typeof globalThis.fetch): Connect =>
  'webSocket' in Response.prototype ? fetchSocket(fetch) : openSocket;
