import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { type SessionGrant, socketUrl } from '../../src/protocol/relay.ts';
import { freePort } from '../support/free-port.ts';
import { createWorkplace, type Project, type Workplace } from './project.ts';

/** Runs the relay of other runtimes in them, from the tarball, by the examples. Asks an npm registry for the runtimes. */

const ROOT = resolve(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'public/examples/servers/portable');
const SHOP = 'https://shop.example.com';
const BUN = `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`;
const WORKERD = `@cloudflare/workerd-${process.platform}-${process.arch === 'arm64' ? 'arm64' : '64'}`;

let workplace: Workplace;
let project: Project;
let emulator: Emulator;

beforeAll(async () => {
  workplace = createWorkplace();
  project = workplace.project('portable');
  project.install(['foyer-relay', 'deno', 'workerd', BUN], '--ignore-scripts');
  for (const file of ['relay.mjs', 'worker.mjs', 'deno.mjs', 'bun.mjs'])
    project.write(file, readFileSync(join(EXAMPLES, file), 'utf8'));
  emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
});
afterAll(async () => {
  await emulator?.close();
  workplace?.dispose();
});

const settings = () => ({
  FOYER_MESSAGING_URL: emulator.messagingUrl,
  FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
  FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
  FOYER_ALLOWED_ORIGINS: SHOP,
  FOYER_INSIGHTS: 'off',
});

/** The configuration of a worker. Its settings are bindings, and its modules the files of the example and of the package. */
function workerdConfig(port: number): string {
  const bindings = Object.entries(settings()).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .relay), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const relay :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "relay.mjs", esModule = embed "relay.mjs"),
    (name = "foyer-relay/portable", esModule = embed "node_modules/foyer-relay/dist/portable/relay.js"),
  ],
  compatibilityDate = "2026-01-01",
  bindings = [${bindings}],
);`;
}

/** Ends a session as a visitor does, on the platform's socket. */
async function endSession(grant: SessionGrant): Promise<void> {
  const socket = new WebSocket(socketUrl(grant, 0));
  await once(socket, 'open');
  const closed = once(socket, 'close');
  socket.send('{"type":"EVENT_TYPE_USER_END_SESSION","payload":{}}');
  await closed;
}

/** Answers of the relay at `url` to a page. */
async function visit(url: string) {
  const ask = async (method: string, path: string, origin = SHOP) => {
    const headers = { Origin: origin, 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: method === 'POST' ? '{}' : null });
    return { status: answer.status, json: (await answer.json().catch(() => undefined)) as never };
  };
  const { status, json: grant } = (await ask('POST', '/chat/sessions')) as {
    status: number;
    json: SessionGrant;
  };
  const path = `/chat/sessions/${grant.session_id}`;
  const alive = await ask('GET', path);
  const resumed = await ask('POST', `${path}/resume`);
  await endSession(grant);
  return {
    created: status,
    alive: alive.json,
    resumed: resumed.status,
    ended: (await ask('GET', path)).json,
    stranger: (await ask('POST', '/chat/sessions', 'https://evil.example')).status,
    console: (await ask('GET', '/console/')).status,
    ready: (await ask('GET', '/readyz')).json,
  };
}

const binary = (...path: readonly string[]) => join(project.folder, 'node_modules', ...path);

it.each([
  ['workerd', () => [binary(WORKERD, 'bin/workerd'), 'serve', 'config.capnp']],
  // Not the command of the package, which starts another process.
  [
    'Deno',
    () => [
      binary('@deno', readdirSync(binary('@deno'))[0] ?? '', 'deno'),
      'run',
      '--allow-env',
      '--allow-net',
      'deno.mjs',
    ],
  ],
  ['Bun', () => [binary(BUN, 'bin/bun'), 'bun.mjs']],
] as const)('the relay serves visitors in %s, and knows whose session has ended', async (_, command) => {
  const port = await freePort();
  project.write('config.capnp', workerdConfig(port));
  const [program = '', ...args] = command();
  const url = `http://127.0.0.1:${port}`;
  let seen: unknown;
  // They print different lines when they listen, or none.
  const LOG = /"route":"\/chat\/config"/;
  const env = { ...settings(), PORT: String(port), DENO_NO_UPDATE_CHECK: '1' };
  const running = project.start(program, args, LOG, env, async () => {
    seen = await visit(url);
  });
  let isEnded = false;
  const ended = running.finally(() => {
    isEnded = true;
  });
  while (!isEnded && !seen) {
    await fetch(`${url}/chat/config`).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { stdout, stderr } = await ended;
  expect(seen).toEqual({
    created: 201,
    alive: { state: 'alive' },
    resumed: 200,
    ended: { state: 'expired' },
    stranger: 403,
    console: 404,
    ready: { status: 'ok', store: 'ok', upstream: 'ok' },
  });
  expect([stdout, stderr].join('').includes(emulator.connectorToken)).toBe(false);
});
