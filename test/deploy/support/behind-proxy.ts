import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { systemClock } from '../../../src/base/clock.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { type SessionGrant, socketUrl } from '../../../src/protocol/relay.ts';
import { type RelayConfig, type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { ADMIN_ENV } from '../../relay/support/admin.ts';
import { configFor, SHOP } from '../../relay/support/bench.ts';
import { type AwaitableList, createAwaitableList } from '../../support/awaitable-list.ts';
import { freePort } from '../../support/free-port.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { createCertificate, HOST, lookup } from './certificate.ts';
import type { Deployment, RunningProxy } from './proxy-process.ts';

export const WEBHOOK_SECRET = 'CNRY-webhook-behind-a-proxy-1c2d3e';
noteSecrets(WEBHOOK_SECRET);

export interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The address that the visitor connects from; the proxy has 127.0.0.1. */
  readonly from?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A proxy with two relays behind it, which share a store, and a platform. */
export interface BehindProxy {
  readonly authority: string;
  readonly proxy: RunningProxy;
  readonly relays: readonly RunningRelay[];
  /** Number of sockets that each relay has opened. */
  readonly opened: readonly [number, number];
  /** That of both relays. */
  readonly config: RelayConfig;
  /** The address of the proxy for clients. */
  readonly connection: { readonly ca: string; readonly lookup: LookupFunction };
  /** The records of both relays. */
  readonly records: () => Record<string, unknown>[];
  ask(path: string, asked?: Asked): Promise<Reply>;
  /** The same with HTTP/2. */
  askHttp2(path: string): Promise<Record<string, unknown>>;
  /**
   * Calls and a socket over one connection of HTTP/2, as a browser makes them: starts a session, and resolves with the statuses of the
   * configuration, the session and the socket, and the beginning of what the socket carries; undefined: sockets need their own.
   */
  talkHttp2(): Promise<{ statuses: unknown[]; socket: string } | undefined>;
  /** The text of an answer as it arrives. */
  stream(path: string, asked?: Asked): Promise<AwaitableList<string>>;
  /** The texts that arrive on a socket. */
  openSocket(
    url: string,
    headers: Record<string, string>,
  ): Promise<{ socket: WebSocket; frames: AwaitableList<string> }>;
  close(): Promise<void>;
}

/** Files of a browser build that are small. */
function browserFiles(folder: string): string {
  const browser = join(folder, 'browser');
  mkdirSync(join(browser, 'assets'), { recursive: true });
  writeFileSync(join(browser, 'widget.js'), 'globalThis.seen = __FOYER_CONFIG__;');
  writeFileSync(join(browser, 'manifest.json'), '{}');
  writeFileSync(join(browser, 'assets', 'panel-Ab_1.js'), 'export {};');
  return browser;
}

export async function openBehindProxy(
  startProxy: (folder: string, deployment: Deployment) => Promise<RunningProxy>,
  clock = systemClock(),
  env: Record<string, string> = {},
): Promise<BehindProxy> {
  const closings: (() => unknown)[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'foyer-proxy-'));
  closings.push(() => rmSync(folder, { recursive: true }));
  const { path: certificate, ca } = await createCertificate(folder);

  const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
  closings.push(emulator.close);
  const lines: string[] = [];
  const store = createMemoryStore(clock);
  const config = configFor(emulator.messagingUrl, {
    ...ADMIN_ENV,
    FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
    FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
    FOYER_SOCKET: 'proxy',
    FOYER_TRUST_PROXY: '127.0.0.1',
    FOYER_LIMIT_CREATE_PER_ADDRESS: '5',
    FOYER_WEBHOOK_SECRETS: `alerts:${WEBHOOK_SECRET}`,
    FOYER_DRAIN_S: '0',
    ...env,
  });
  const opened: [number, number] = [0, 0];
  const browserFolder = browserFiles(folder);
  function start(nth: 0 | 1): Promise<RunningRelay> {
    function write(line: string): void {
      lines.push(line);
      if (line.includes('"socket opened"')) opened[nth] += 1;
    }
    // The store outlives each of them, as a Redis does.
    const shared = { ...store, close: async () => {} };
    return startRelay(config, { clock, store: shared, log: { write }, browserFolder });
  }
  const relays = await Promise.all([start(0), start(1)] as const);
  for (const relay of relays) closings.push(relay.close);

  const port = await freePort();
  const proxy = await startProxy(folder, {
    CHAT_LISTEN: `127.0.0.1:${port}`,
    CHAT_HOST: HOST,
    CHAT_CERTIFICATE: certificate,
    CHAT_KEY: `${certificate}.key`,
    CHAT_OPERATORS: '127.0.0.1',
    RELAY_1: new URL(relays[0].url).host,
    RELAY_2: new URL(relays[1].url).host,
  });
  closings.push(proxy.close);
  const authority = `${HOST}:${port}`;

  async function send(
    path: string,
    { method = 'GET', headers = {}, body, from }: Asked,
  ): Promise<IncomingMessage> {
    const sent = request(`https://${authority}${path}`, {
      method,
      ca,
      lookup,
      agent: false,
      headers: { Origin: SHOP, ...headers },
      ...(from !== undefined && { localAddress: from }),
    });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  }

  return {
    authority,
    proxy,
    relays,
    opened,
    config,
    connection: { ca, lookup },
    records: () => lines.map((line) => JSON.parse(line)),
    async ask(path, asked = {}) {
      const answer = await send(path, asked);
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
    },
    async askHttp2(path) {
      const session = connectHttp2(`https://${authority}`, { ca, lookup });
      try {
        const stream = session.request({ ':path': path, origin: SHOP });
        const [headers] = await once(stream, 'response');
        stream.resume();
        await once(stream, 'end');
        return headers;
      } finally {
        session.destroy();
      }
    },
    async talkHttp2() {
      const session = connectHttp2(`https://${authority}`, { ca, lookup });
      const send = async (headers: Record<string, string | number>) => {
        const stream = session.request(
          { origin: SHOP, ...headers },
          { endStream: headers[':method'] !== 'CONNECT' },
        );
        const [answer] = (await once(stream, 'response')) as [Record<string, string | string[]>];
        return { stream, answer, status: answer[':status'] };
      };
      try {
        const [settings] = await once(session, 'remoteSettings');
        if (!settings.enableConnectProtocol) return undefined;
        const config = await send({ ':path': '/chat/config' });
        config.stream.resume();
        const created = await send({ ':path': '/chat/sessions', ':method': 'POST', cookie: 'foyer-probe=1' });
        const grant = JSON.parse(await text(created.stream)) as SessionGrant;
        const { pathname, search } = new URL(socketUrl(grant, 0));
        const socket = await send({
          ':method': 'CONNECT',
          ':protocol': 'websocket',
          ':path': pathname + search,
          'sec-websocket-version': 13,
          cookie: String(created.answer['set-cookie']).split(';')[0] ?? '',
        });
        const [first] = (await once(socket.stream, 'data')) as [Buffer];
        return { statuses: [config.status, created.status, socket.status], socket: first.toString('latin1') };
      } finally {
        session.destroy();
      }
    },
    async stream(path, asked = {}) {
      const answer = await send(path, asked);
      closings.push(() => answer.destroy());
      const parts = createAwaitableList<string>();
      answer
        .setEncoding('utf8')
        .on('data', parts.add)
        .on('error', () => {});
      return parts;
    },
    async openSocket(url, headers) {
      const socket = new WebSocket(url, { ca, lookup, headers: { Origin: SHOP, ...headers } });
      closings.push(() => socket.terminate());
      const frames = createAwaitableList<string>();
      socket.on('message', (content) => frames.add(String(content)));
      await once(socket, 'open');
      return { socket, frames };
    },
    async close() {
      for (const close of closings.splice(0).reverse()) await close();
    },
  };
}
