import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';
import { SHORT } from './markdown.ts';
import { scriptOf } from './page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const page = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body>${script}</body></html>`;
const SCRIPT = '<script src="/widget.js" async></script>';
const PARAGRAPHS = '<h1>A page</h1><p>Words that a visitor came for.</p>'.repeat(40);
const PAGES: Readonly<Record<string, string>> = {
  '/widget': page(SCRIPT),
  '/reference': page('<script src="/reference.js" async></script>'),
  // A page with something to be shifted, with and without the widget.
  '/article': page(PARAGRAPHS),
  '/article-with-widget': page(PARAGRAPHS + SCRIPT),
};

const stamp = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString();
const event = (sequence: number, type: string, payload: object) => ({
  id: `e${sequence}`,
  sequence,
  timestamp: stamp(sequence),
  type: `EVENT_TYPE_${type}`,
  payload,
});

/** History of a number of messages; visitor and agent alternate. */
function history(messages: number) {
  const events = [
    event(1, 'SESSION_START', { capabilities: { streaming: true } }),
    event(2, 'SERVICE_AGENT_JOINED', { agent_name: 'Iris' }),
  ];
  for (let i = 0; i < messages; i++) {
    events.push(
      i % 2
        ? event(3 + i, 'SERVICE_AGENT_MESSAGE', {
            message_id: `m${i}`,
            text: SHORT,
            attachments: [],
            response_suggestions: [],
          })
        : event(3 + i, 'USER_MESSAGE', { message_id: `m${i}`, text: 'And what about the next one?' }),
    );
  }
  return { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } };
}

/**
 * Starts a server that is page, relay and platform in one origin, so that widget and reference get the same frames in the
 * same way. `stream(pieces, everyMs)` sends one message in chunks to the open socket.
 */
export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

export async function startBenchServer() {
  const reference = await scriptOf(`${root}bench/reference.ts`, 'reference');
  let messages = 0;
  let socket: WebSocket | undefined;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    const html = PAGES[pathname];
    if (html) return send(200, 'text/html', html);
    if (pathname === '/reference.js') return send(200, 'text/javascript', reference);
    if (pathname === '/chat/config')
      return send(
        200,
        'application/json',
        JSON.stringify({ header: { text: 'Bench' }, default_locale: 'en' }),
      );
    if (pathname === '/chat/sessions' || pathname === '/chat/sessions/bench/resume') {
      const grant = {
        session_id: 'bench',
        access_token: 't',
        expires_in: 900,
        websocket_url: `ws://${request.headers.host}/ws`,
        dialect: 'service',
      };
      return send(pathname.endsWith('resume') ? 200 : 201, 'application/json', JSON.stringify(grant));
    }
    if (!/^\/(widget|assets\/[\w.-]+)\.js$/.test(pathname)) return send(404, 'text/plain', 'no such file');
    return send(200, 'text/javascript', await readFile(`${root}dist/browser${pathname}`));
  });
  const sockets = new WebSocketServer({ server, path: '/ws' });
  sockets.on('connection', (fresh) => {
    socket = fresh;
    fresh.send(JSON.stringify(history(messages)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withHistory(count: number): void {
      messages = count;
    },
    /** Calls `beforeChunk(i)` before chunk i is sent. Resolves after the last one. */
    async stream(
      pieces: readonly string[],
      everyMs: number,
      beforeChunk?: (i: number) => void,
    ): Promise<void> {
      const start = performance.now();
      for (const [i, text] of pieces.entries()) {
        // Timed from the start, not from chunk to chunk, so that a late timer is made up for.
        const wait = start + i * everyMs - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        beforeChunk?.(i);
        socket?.send(
          JSON.stringify(
            event(3 + messages + i, 'SERVICE_AGENT_MESSAGE_CHUNK', {
              message_id: 'stream',
              chunk_index: i + 1,
              text,
              attachments: [],
              response_suggestions: [],
              is_complete: i === pieces.length - 1,
            }),
          ),
        );
      }
    },
    close(): Promise<void> {
      sockets.close();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
