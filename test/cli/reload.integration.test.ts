import { spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNNER } from '../../build/runner.ts';
import { startUpstream } from '../relay/support/upstream.ts';

const SHOP = 'https://shop.example';
const closings: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Starts the command with the site and its connector token in files. */
async function start() {
  const platform = await startUpstream(() => 'token-of-a-visitor');
  const folder = mkdtempSync(join(tmpdir(), 'foyer-reload-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('token', 'connector-token-of-today');
  write(
    'foyer.config.json',
    JSON.stringify({
      sites: [
        {
          name: 'shop',
          FOYER_MESSAGING_URL: platform.url,
          origins: [SHOP],
          FOYER_CONNECTOR_TOKEN_FILE: 'token',
          FOYER_HOST_IDENTIFIER: 'shop.example',
        },
      ],
    }),
  );
  const child = spawn(
    process.execPath,
    [...RUNNER, fileURLToPath(new URL('support/start-process.ts', import.meta.url))],
    {
      env: {
        PATH: process.env.PATH,
        FOYER_PORT: '0',
        FOYER_DRAIN_S: '0',
      },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = new Promise((resolve) => child.on('exit', resolve));
  closings.push(
    () => rmSync(folder, { recursive: true }),
    platform.close,
    () => exited,
    () => child.kill('SIGTERM'),
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** Waits for the next record with this message. */
  async function record(msg: string): Promise<Record<string, unknown>> {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the relay ended before it wrote "${msg}"`);
      const read = JSON.parse(value) as Record<string, unknown>;
      if (read['msg'] === msg) return read;
    }
  }
  const { url } = await record('listening');
  return { platform, folder, write, child, record, url: String(url) };
}

describe('the configuration of a running relay', () => {
  let relay: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    relay = await start();
  });

  it('SIGHUP reloads the configuration even if unchanged', async () => {
    const { child, record } = relay;
    child.kill('SIGHUP');
    expect(await record('configuration read again')).toMatchObject({ sites: 1, changed: 0 });
  });

  it('reloads when a secret is rotated in its file', async () => {
    const { platform, folder, write, record, url } = relay;
    // As Kubernetes does it: another file takes the place of the old one.
    write('token-2', 'connector-token-of-tomorrow');
    renameSync(join(folder, 'token-2'), join(folder, 'token'));
    await record('configuration read again');
    await fetch(`${url}/chat/sessions`, { method: 'POST', headers: { Origin: SHOP } });
    expect(platform.received[0]?.headers['x-token']).toBe('connector-token-of-tomorrow');
  });

  it('keeps its configuration while a file is invalid', async () => {
    const { write, record, url } = relay;
    write('foyer.config.json', '[{]');
    const { issue } = await record('configuration not changed');
    const ready = await (await fetch(`${url}/readyz`)).json();
    expect([issue, ready]).toMatchObject([
      'foyer.config.json is malformed; expected JSON (syntax error in line 1, column 3)',
      { status: 'ok', configuration: 'outdated' },
    ]);
  });
});
