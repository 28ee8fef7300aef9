import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNNER } from '../../build/runner.ts';
import { accessToken, SHOP } from './support/bench.ts';
import { hasRedis, startRedis } from './support/redis.ts';
import { startRoundRobin } from './support/round-robin.ts';
import { startUpstream } from './support/upstream.ts';

const closings: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

interface Relay {
  readonly url: string;
  readonly process: ChildProcess;
}

async function startRelay(messagingUrl: string, storeUrl: string): Promise<Relay> {
  const child = spawn(
    process.execPath,
    [...RUNNER, fileURLToPath(new URL('support/relay-process.ts', import.meta.url))],
    {
      env: {
        PATH: process.env.PATH,
        FOYER_PORT: '0',
        FOYER_MESSAGING_URL: messagingUrl,
        FOYER_CONNECTOR_TOKEN: 'connector-token-of-two-relays',
        FOYER_HOST_IDENTIFIER: 'shop.example.com',
        FOYER_ALLOWED_ORIGINS: SHOP,
        FOYER_TRUST_PROXY: 'loopback',
        FOYER_STORE_URL: storeUrl,
        FOYER_LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  closings.push(() => child.kill('SIGKILL'));
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, process: child };
}

async function openTwo() {
  const upstream = await startUpstream(accessToken);
  closings.push(upstream.close);
  const redis = await startRedis();
  closings.push(redis.stop);
  const relays = await Promise.all([
    startRelay(upstream.url, redis.url),
    startRelay(upstream.url, redis.url),
  ] as const);
  return { upstream, relays };
}

/** Every request comes from a new address. */
let visitor = 0;
async function ask(url: string, method: string, cookie = 'foyer-probe=1') {
  visitor += 1;
  const forwarded = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
  const headers = { Origin: SHOP, Cookie: cookie, 'X-Forwarded-For': forwarded };
  const response = await fetch(url, { method, headers });
  const json =
    response.status < 300 && response.status !== 204 ? await response.json() : await response.text();
  return { status: response.status, json, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

if (hasRedis) {
  describe('two relays on one Redis', () => {
    let two: Awaited<ReturnType<typeof openTwo>>;
    beforeAll(async () => {
      two = await openTwo();
    });

    it('S-17: two relays on one Redis share sessions and their ends at once', async () => {
      const { relays } = two;
      const [one, other] = relays.map((relay) => `${relay.url}/chat/sessions`) as [string, string];
      const created = await ask(one, 'POST');
      const id = created.json.session_id;
      const resumed = await ask(`${other}/${id}/resume`, 'POST', created.cookie);
      const stolen = await ask(`${other}/${id}/resume`, 'POST');
      const ended = await ask(`${other}/${id}`, 'DELETE', created.cookie);
      const late = await ask(`${one}/${id}/resume`, 'POST', created.cookie);
      expect([created.status, resumed.json, stolen.status, ended.status, late.status]).toEqual([
        201,
        // A second may have passed.
        { ...created.json, expires_in: expect.any(Number) },
        404,
        204,
        404,
      ]);
    });

    // The last test, because it kills a relay.
    it('two relays lose only requests in flight when one is killed under load', async () => {
      const { relays, upstream } = two;
      upstream.received.length = 0;
      const proxy = await startRoundRobin(relays.map((relay) => relay.url));
      closings.push(proxy.close);
      const [victim] = relays;
      const sessions = `${proxy.url}/chat/sessions`;

      const created: Awaited<ReturnType<typeof ask>>[] = [];
      const failed: number[] = [];
      let diedAt: number | undefined;
      victim.process.once('exit', () => {
        diedAt = performance.now();
      });
      async function visit(): Promise<void> {
        for (let round = 0; round < 20; round++) {
          const answer = await ask(sessions, 'POST');
          if (answer.status === 201) created.push(answer);
          else failed.push(answer.status);
          if (created.length === 60) victim.process.kill('SIGKILL');
        }
      }
      await Promise.all(Array.from({ length: 10 }, visit));

      const { lost } = proxy;
      expect(failed).toEqual(Array(lost.length).fill(502));
      expect(created.length).toBe(200 - lost.length);
      expect(lost.filter((answer) => answer.relay !== victim.url || answer.at > (diedAt ?? 0))).toEqual([]);
      for (const relay of relays) expect(proxy.given.get(relay.url)).toBeGreaterThan(20);
      // The surplus sessions at the platform belong to the lost requests.
      expect(new Set(created.map((answer) => answer.json.session_id)).size).toBe(created.length);
      const made = upstream.received.filter((message) => message.path.endsWith('/sessions')).length;
      expect(made - created.length).toBeLessThanOrEqual(lost.length);

      const resumed = await Promise.all(
        created.map((answer) => ask(`${sessions}/${answer.json.session_id}/resume`, 'POST', answer.cookie)),
      );
      const tokens = (answers: typeof created) =>
        answers.map((answer) => [answer.json.session_id, answer.json.access_token]);
      expect(tokens(resumed)).toEqual(tokens(created));
    });
  });
} else {
  it('relays that share a Redis are not tested without a redis-server', () => expect(hasRedis).toBe(false));
}
