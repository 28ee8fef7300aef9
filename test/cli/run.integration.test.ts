import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { helpOf } from '../../src/cli/help.ts';
import { run } from '../../src/cli/run.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

/** A terminal that records its output. `stop` acts as Ctrl+C; `started` resolves when the command waits for it. */
function terminal(env: Terminal['env'] = {}, files: Readonly<Record<string, string>> = {}) {
  const printed: string[] = [];
  const errors: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let markStarted = () => {};
  const started = new Promise<void>((resolve) => {
    markStarted = resolve;
  });
  const port: Terminal = {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    env,
    files: { read: (path) => files[path] },
    untilStopped() {
      markStarted();
      return stopped;
    },
  };
  return { port, printed, errors, stop, started };
}

function start(args: readonly string[], env?: Terminal['env'], files?: Readonly<Record<string, string>>) {
  const it = terminal(env, files);
  const status = run(args, it.port);
  const stop = () => {
    it.stop();
    return status;
  };
  running.push(stop);
  return { ...it, status, stop };
}

describe('the command line', () => {
  it('prints its help and its version', async () => {
    const help = start([]);
    expect([await help.status, help.printed, help.errors]).toEqual([0, [helpOf()], []]);
    const ofDemo = start(['demo', '--help']);
    expect([await ofDemo.status, ofDemo.printed]).toEqual([0, [helpOf('demo')]]);
    const version = start(['--version']);
    expect([await version.status, version.printed]).toEqual([0, [expect.stringMatching(/^\d+\.\d+\.\d+/)]]);
  });

  it('reports an unknown command in one line', async () => {
    const it = start(['dance']);
    expect([await it.status, it.printed, it.errors]).toEqual([
      2,
      [],
      ['foyer-relay: unknown command "dance"; see foyer-relay --help'],
    ]);
  });

  it('checks a configuration without starting a relay', async () => {
    const entry = (name: string) => ({
      name,
      FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example',
      FOYER_CONNECTOR_TOKEN: 'a-token-that-nobody-guesses',
      FOYER_HOST_IDENTIFIER: `${name}.example`,
      FOYER_ALLOWED_ORIGINS: `https://${name}.example`,
    });
    const check = (sites: readonly object[]) =>
      start(['start', '--check'], {}, { 'foyer.config.json': JSON.stringify({ sites }) });
    const valid = check([entry('books'), entry('toys')]);
    const invalid = check([entry('books'), { ...entry('toys'), FOYER_DIALECT: 'klingon' }]);
    expect([await valid.status, valid.printed[0], await invalid.status, invalid.errors]).toEqual([
      0,
      'The configuration is valid. Sites: books, toys.',
      1,
      ['toys: FOYER_DIALECT is malformed; expected one of auto service poly'],
    ]);
  });

  it('starts no relay without a configuration, and names each missing key', async () => {
    const it = start(['start'], { FOYER_MESSAGING_URL: 'http://secret.example', FOYER_PORT: '0' });
    expect(await it.status).toBe(1);
    expect(it.errors.map((line) => line.split(';')[0])).toEqual([
      'FOYER_MESSAGING_URL is malformed',
      'FOYER_CONNECTOR_TOKEN is missing',
      'FOYER_HOST_IDENTIFIER is missing',
      'FOYER_ALLOWED_ORIGINS is missing',
    ]);
    expect(it.errors.join()).not.toContain('secret.example');
  });

  it.each([
    ['no key', [], {}, {}, 404],
    ['an empty key in the environment', [], { FOYER_CONTROL_KEY: '' }, {}, 404],
    ['a key in the environment', [], { FOYER_CONTROL_KEY: 'sixteen-letters!' }, {}, 200],
    [
      'a key file, which takes precedence',
      ['--control-key-file', 'key'],
      { FOYER_CONTROL_KEY: 'another-control-key' },
      { key: 'sixteen-letters!\n' },
      200,
    ],
  ])('foyer-relay runs the emulator with %s and prints no key', async (_, args, env, files, status) => {
    const it = start(['emulator', ...args], env, files);
    await it.started;
    const url = it.printed.find((line) => line.startsWith('FOYER_MESSAGING_URL='))?.split('=')[1];
    const headers = { Authorization: 'Bearer sixteen-letters!' };
    expect((await fetch(`${url}/control/faults`, { headers })).status).toBe(status);
    expect(it.printed.join()).not.toMatch(/control|sixteen/i);
    expect(await it.stop()).toBe(0);
  });

  it('reports a control key file that cannot be read, and a control key that is too short', async () => {
    const nowhere = start(['emulator', '--control-key-file', 'nowhere']);
    const short = start(['emulator'], { FOYER_CONTROL_KEY: 'short' });
    expect([await nowhere.status, nowhere.errors, await short.status, short.errors]).toEqual([
      1,
      ['unable to run emulator; --control-key-file nowhere names no file that can be read'],
      1,
      ['unable to run emulator; the control key has fewer than 16 characters'],
    ]);
  });

  it.each([
    ['without a flag', [], { FOYER_CONTROL_KEY: 'sixteen-letters!' }],
    ['without a control key', ['--allow-network'], {}],
  ])(
    'S-90: the emulator does not listen for other machines %s, and says what is required',
    async (_, args, env) => {
      const it = start(['emulator', '--listen', '0.0.0.0', ...args], env);
      expect([await it.status, it.printed, it.errors]).toEqual([
        1,
        [],
        [
          'unable to run emulator; 0.0.0.0 is within reach of other machines; to let them in, give both allowNetwork ' +
            '(--allow-network) and controlKey (--control-key-file or FOYER_CONTROL_KEY), else listen on 127.0.0.1',
        ],
      ]);
    },
  );

  it('lets the emulator listen for other machines with the flag and a control key', async () => {
    const args = ['emulator', '--listen', '0.0.0.0', '--allow-network'];
    const it = start(args, { FOYER_CONTROL_KEY: 'sixteen-letters!' });
    await Promise.race([it.started, it.status]);
    expect(it.errors).toEqual([]);
    expect(await it.stop()).toBe(0);
  });

  it('lets the emulator accept webhook endpoints on this machine only with the flag', async () => {
    const status = async (...args: string[]) => {
      const it = start(['emulator', ...args]);
      await it.started;
      const env = Object.fromEntries(it.printed.map((line) => line.split(/=(.*)/)));
      const answer = await fetch(`${env['FOYER_BASE_URL']}/v1/webhook-endpoints`, {
        method: 'POST',
        headers: { 'X-API-KEY': env['FOYER_BASE_API_KEY'] ?? '', 'Content-Type': 'application/json' },
        body: '{"name":"x","url":"http://127.0.0.1:9/","event_types":["alerts.triggered"]}',
      });
      return answer.status;
    };
    expect([await status(), await status('--allow-loopback-webhooks')]).toEqual([422, 201]);
  });

  it('lets pages of the given origins use the control key, and requires it', async () => {
    const args = ['emulator', '--control-origins', 'https://shop.example.com'];
    const without = start(args);
    expect([await without.status, without.errors]).toEqual([
      1,
      ['unable to run emulator; --control-origins requires a control key'],
    ]);
    const it = start(args, { FOYER_CONTROL_KEY: 'sixteen-letters!' });
    await it.started;
    const url = it.printed.find((line) => line.startsWith('FOYER_MESSAGING_URL='))?.split('=')[1];
    const ask = async (Origin: string) => {
      const headers = { Origin, Authorization: 'Bearer sixteen-letters!' };
      return (await fetch(`${url}/control/faults`, { headers })).status;
    };
    expect([await ask('https://shop.example.com'), await ask('https://evil.example')]).toEqual([200, 403]);
  });

  it('prints settings of the emulator with which a relay starts', async () => {
    const emulator = start(['emulator', '--dialect', 'poly']);
    await emulator.started;
    const env = Object.fromEntries(emulator.printed.map((line) => line.split(/=(.*)/)));
    expect(env).toMatchObject({ FOYER_DIALECT: 'poly', FOYER_BRANCH_ID: 'draft' });
    const { FOYER_BASE_URL, FOYER_BASE_API_KEY, FOYER_PROJECT_ID } = env;
    const behavior = `${FOYER_BASE_URL}/v1/agents/${FOYER_PROJECT_ID}/branches/main/behavior`;
    expect((await fetch(behavior, { headers: { 'X-API-KEY': FOYER_BASE_API_KEY } })).status).toBe(200);

    const relay = start(['start'], {
      ...env,
      FOYER_PORT: '0',
      FOYER_ALLOWED_ORIGINS: 'http://localhost:3000',
      FOYER_LOG_LEVEL: 'silent',
      FOYER_DRAIN_S: '0',
    });
    await Promise.race([relay.started, relay.status]);
    expect(relay.errors).toEqual([]);
    expect([await relay.stop(), await emulator.stop()]).toEqual([0, 0]);
  });

  it('names the key of an address on which it cannot listen', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    running.push(async () => taken.close());
    const { port } = taken.address() as AddressInfo;
    const minimum = {
      FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example',
      FOYER_CONNECTOR_TOKEN: 'a-token-that-nobody-guesses',
      FOYER_HOST_IDENTIFIER: 'shop.example',
      FOYER_ALLOWED_ORIGINS: 'https://shop.example',
      FOYER_LOG_LEVEL: 'silent',
    };
    const lines = [];
    for (const listen of [
      { FOYER_PORT: String(port) },
      { FOYER_LISTEN: '192.0.2.1:0' },
      { FOYER_PORT: '0', FOYER_ADMIN_LISTEN: String(port) },
    ]) {
      const it = start(['start'], { ...minimum, ...listen });
      lines.push(await it.status, ...it.errors);
    }
    expect(lines).toEqual([
      1,
      `FOYER_PORT or FOYER_LISTEN: unable to listen on 127.0.0.1 port ${port}; another program listens there: choose another port`,
      1,
      'FOYER_LISTEN: unable to listen on 192.0.2.1; this machine has no such address',
      1,
      `FOYER_ADMIN_LISTEN: unable to listen on 127.0.0.1 port ${port}; another program listens there: choose another port`,
    ]);
  });

  it('prints the address of the shop, and stops when asked to', async () => {
    const it = start(['demo', '--port', '0']);
    await it.started;
    const shop = it.printed.join('\n').match(/http:\S+\/shop\//)?.[0] ?? '';
    expect((await fetch(shop)).status).toBe(200);
    const [, relay, key] =
      it.printed.join('\n').match(/(http:\S+)\/admin\/v1 +Authorization: (Bearer \S+)/) ?? [];
    const lint = await fetch(`${relay}/admin/v1/behavior/lint`, {
      method: 'POST',
      headers: { Authorization: key ?? '', 'Content-Type': 'application/json' },
      body: '{"behavior":"Be kind."}',
    });
    expect(await lint.json()).toEqual({ ok: true, faults: [] });
    expect(await it.stop()).toBe(0);
    await expect(fetch(shop)).rejects.toThrow('fetch failed');
  });

  it('prints why a command cannot start', async () => {
    const it = start(['emulator', '--journal', '/nowhere/at/all.sqlite']);
    expect(await it.status).toBe(1);
    expect(it.errors).toEqual([expect.stringMatching(/^unable to run emulator; ./)]);
  });
});
