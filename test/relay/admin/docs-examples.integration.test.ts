import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.ts';
import { startRelay } from '../../../src/relay/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { bearer } from '../support/admin.ts';
import { configFor } from '../support/emulator-config.ts';

/** The day after that of the examples. */
const NOW = Date.UTC(2026, 10, 25, 9);

const run = promisify(execFile);
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A relay with the embedded platform, and the examples of its reference page. */
async function open() {
  const clock = createFakeClock(NOW);
  const emulator = await startEmulator({ clock });
  closings.push(emulator.close);
  const config = configFor(emulator, { FOYER_WEBHOOK_SECRETS: 'alerts:CNRY-webhook-5a4b3c2d1e0f' });
  const relay = await startRelay(config, { clock, lookup: async () => ['8.8.8.8'] });
  closings.push(relay.close);
  const html = await (await fetch(`${relay.url}/admin/docs`)).text();
  const textOf = (text: string) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const examplesOf = (kind: 'curl' | 'script') =>
    html
      .split('<article id="')
      .slice(1)
      .flatMap((article) => {
        const [, code] = new RegExp(`<code class="${kind}">([^<]*)</code>`).exec(article) ?? [];
        const id = article.slice(0, article.indexOf('"'));
        return code === undefined ? [] : [[id, textOf(code)] as const];
      });
  return { url: relay.url, key: bearer('all').Authorization.replace('Bearer ', ''), examplesOf };
}

/** What the relay itself refuses, before it calls the platform. */
const REFUSED_BY_RELAY = /"code":"(?:[a-z_]+)"/;

describe('the examples of the reference page', () => {
  it('are valid requests in JavaScript', async () => {
    const { url, key, examplesOf } = await open();
    const refused: unknown[] = [];
    const examples = examplesOf('script');
    for (const [id, code] of examples) {
      const example = new Function('relay', 'key', `return (async () => {${code}\nreturn response;})()`);
      const response: Response = await example(url, key);
      if (id === 'streamEvents') await response.body?.cancel();
      else {
        const text = await response.text();
        if (response.status >= 400 && REFUSED_BY_RELAY.test(text)) refused.push([id, code, text]);
      }
    }
    expect(refused).toEqual([]);
    expect(examples.length).toBeGreaterThan(40);
  });

  it('are valid requests of curl', async () => {
    const { url, key, examplesOf } = await open();
    const refused: unknown[] = [];
    for (const [id, code] of examplesOf('curl').filter(([id]) => id !== 'streamEvents')) {
      const { stdout } = await run('sh', ['-c', code], {
        env: { ...process.env, RELAY: url, KEY: key },
        encoding: 'latin1',
      });
      if (/"status":4\d\d/.test(stdout) && REFUSED_BY_RELAY.test(stdout)) refused.push([id, code, stdout]);
    }
    expect(refused).toEqual([]);
  });
});
