import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../src/base/clock.ts';
import { withConfig } from '../../src/relay/site/browser-files.ts';
import { agentMessage, createTestPlatform } from '../../src/testing/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const SHORT =
  'A short answer with **bold** words, a [link](https://shop.example/help) and `code`.\n\n- one\n- two';

/** Builds a module as a script for a page. */
async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bench' } },
  });
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (script?.type !== 'chunk') throw new Error(`unable to build ${entry}; it gave no script`);
  return script.code;
}

const page = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body>${script}</body></html>`;
const SCRIPT = '<script src="/widget.js" async></script>';
const PARAGRAPHS = '<h1>A page</h1><p>Words that a visitor came for.</p>'.repeat(40);
const PAGES: Readonly<Record<string, string>> = {
  '/widget': page(SCRIPT),
  // The conversation without the widget, see `reference.ts`.
  '/reference': page('<script src="/reference.js" async></script>'),
  // A page with something to be shifted, with and without the widget.
  '/article': page(PARAGRAPHS),
  '/article-with-widget': page(PARAGRAPHS + SCRIPT),
};

/** Platform with a history of a number of messages, a second apart; visitor and agent alternate. */
function platformAt(relay: string, messages: number) {
  let at = Date.UTC(2026, 0, 1);
  return createTestPlatform({
    relay,
    config: { header: { text: 'Bench' } },
    // The default of clients.
    capabilities: { heartbeatIntervalSeconds: undefined },
    grant: { websocket_url: `${relay.replace('http', 'ws')}/ws` },
    clock: { ...systemClock(), now: () => (at += 1_000) },
    history: [
      { kind: 'agentJoined', person: { name: 'Iris' } },
      ...Array.from({ length: messages }, (_, i) =>
        i % 2
          ? agentMessage(`m${i}`, SHORT)
          : ({ kind: 'userMessage', messageId: `m${i}`, text: 'And what about the next one?' } as const),
      ),
    ],
  });
}

/**
 * Starts a server that is page, relay and platform in one origin, so that widget and reference get the same frames in the
 * same way. `stream(pieces, everyMs)` sends one message in chunks to the open socket.
 */
export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

export async function startBenchServer() {
  const reference = await scriptOf(`${root}test/bench/reference.ts`);
  let platform = platformAt('http://localhost', 0);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    const html = PAGES[pathname];
    if (html) return send(200, 'text/html', html);
    if (pathname === '/reference.js') return send(200, 'text/javascript', reference);
    if (pathname.startsWith('/chat/')) {
      const answer = await platform.ports.fetch(platform.relay + pathname, {
        method: request.method ?? 'GET',
      });
      return send(answer.status, 'application/json', await answer.text());
    }
    if (!/^\/(widget|assets\/[\w.-]+)\.js$/.test(pathname)) return send(404, 'text/plain', 'no such file');
    const script = await readFile(`${root}dist/browser${pathname}`, 'utf8');
    if (pathname !== '/widget.js') return send(200, 'text/javascript', script);
    const config = await platform.ports.fetch(`${platform.relay}/chat/config`);
    return send(200, 'text/javascript', withConfig(script, await config.json()));
  });
  const sockets = new WebSocketServer({ server, path: '/ws' });
  sockets.on('connection', (socket, request) => {
    const ours = platform.ports.openSocket(new URL(request.url ?? '', platform.relay).href, {
      opened() {},
      text: (frame) => socket.send(frame),
      binary: (bytes) => socket.send(bytes),
      closed: (code) => (code === 1006 ? socket.terminate() : socket.close(code)),
    });
    socket.on('message', (frame) => ours.send(String(frame)));
    socket.on('close', () => ours.close());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    withHistory(count: number): void {
      platform = platformAt(url, count);
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
        platform.send({
          kind: 'agentMessageChunk',
          messageId: 'stream',
          chunkIndex: i + 1,
          text,
          attachments: [],
          suggestions: [],
          isComplete: i === pieces.length - 1,
        });
      }
    },
    /** Sends one whole message to the open socket. */
    say: (messageId: string): void => platform.send(agentMessage(messageId, SHORT)),
    close(): Promise<void> {
      sockets.close();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
