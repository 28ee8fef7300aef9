import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/base/version.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { startRelay } from '../../../src/relay/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { bearer } from '../support/admin.ts';
import { configFor } from '../support/emulator-config.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { readStored, type Stored, writeStored } from './stored.ts';

/**
 * Reads what each released version has stored. A release adds its own file:
 * `STORE_FORMAT=write npx vitest run --project integration store-format`.
 */

const FOLDER = new URL('./released/', import.meta.url);
const ORIGIN = 'https://shop.example.com';
const SECRET = 'CNRY-webhook-of-the-store-format';
const NOW = Date.UTC(2026, 10, 12, 9, 2);
const DAY_MS = 86_400_000;
const env = { FOYER_WEBHOOK_SECRETS: `alerts:${SECRET}`, FOYER_BRANCH_ID: 'draft' };

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

type Ask = (path: string, init?: RequestInit) => Promise<{ readonly status: number; readonly json: unknown }>;

const asking =
  (url: string): Ask =>
  async (path, { headers, ...init } = {}) => {
    const answer = await fetch(url + path, {
      ...init,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
  };

const asOperator = (init: RequestInit = {}): RequestInit => ({ ...init, headers: bearer('all') });

/** The relay's answers that depend on its store alone. */
async function told(ask: Ask, conversationId: string): Promise<Readonly<Record<string, unknown>>> {
  const read = async (path: string) => (await ask(`/admin/v1${path}`, asOperator())).json as never;
  const span = `from=${new Date(NOW - 3 * DAY_MS).toISOString()}&to=${new Date(NOW - DAY_MS).toISOString()}`;
  const { totals, handoff_reasons, known_since } = await read(`/overview?${span}`);
  const { events } = await read('/webhook-events');
  const { versions } = await read('/behavior/versions');
  const { placed } = await read(`/conversations/${conversationId}/annotations`);
  const { records } = await read('/audit');
  return {
    totals,
    handoff_reasons,
    known_since,
    webhooks: (events as { id: string; body: unknown }[]).map(({ id, body }) => ({ id, body })),
    versions: (versions as { behavior: string; who: string }[]).map(({ behavior, who }) => ({
      behavior,
      who,
    })),
    placed,
    // Each reading adds its own.
    audit: (records as { operation: string; who: string }[]).map(
      ({ operation, who }) => `${who} ${operation}`,
    ),
  };
}

interface File {
  readonly stored: Stored;
  readonly told: Awaited<ReturnType<typeof told>>;
}

/** Lets a relay live for a while, and keeps what it has stored. */
async function write(): Promise<File> {
  const redis = await startRedis();
  closings.push(redis.stop);
  const conversations = { count: 120, from: NOW - 4 * DAY_MS, to: NOW - 3_600_000 };
  const emulator = await startEmulator({ clock: createFakeClock(NOW), conversations });
  closings.push(emulator.close);
  const clock = createFakeClock(NOW);
  const relay = await startRelay(configFor(emulator, { ...env, FOYER_STORE_URL: redis.url }), { clock });
  closings.push(relay.close);
  const ask = asking(relay.url);

  const created = await ask('/chat/sessions', { method: 'POST', headers: { Origin: ORIGIN }, body: '{}' });
  const { session_id: sessionId } = created.json as { session_id: string };
  const { behavior } = (await ask('/admin/v1/behavior', asOperator())).json as { behavior: string };
  const body = JSON.stringify({ behavior: `${behavior}\nBe brief.`, replaces: behavior });
  await ask('/admin/v1/behavior', asOperator({ method: 'PATCH', body }));
  const list = await ask('/admin/v1/conversations?limit=1&start_time=2026-11-01T00:00:00Z', asOperator());
  const conversationId = (list.json as { conversations: { id: string }[] }).conversations[0]?.id ?? '';
  const annotation = { turnId: 0, role: 'user', annotationType: 'missing_topic' };
  const placed = await ask(
    `/admin/v1/conversations/${conversationId}/annotations`,
    asOperator({ method: 'POST', body: JSON.stringify({ annotations: [annotation] }) }),
  );
  expect(placed.status).toBeLessThan(300);
  const event = '{"id":"evt-1","type":"alerts.triggered","data":{"name":"slow"}}';
  const at = String(Math.floor(NOW / 1_000));
  await ask('/admin/v1/webhooks/alerts', {
    method: 'POST',
    body: event,
    headers: {
      'X-Service-Timestamp': at,
      'X-Service-Signature': createHmac('sha256', SECRET).update(`${at}.${event}`).digest('hex'),
    },
  });
  const target = new Date(NOW - 15 * DAY_MS).toISOString().slice(0, 10);
  await expect
    .poll(
      async () => {
        clock.advance(1_000);
        const { known_since } = (await ask('/admin/v1/overview', asOperator())).json as {
          known_since: string;
        };
        return known_since?.slice(0, 10);
      },
      { timeout: 60_000 },
    )
    .toBe(target);
  const seen = await told(ask, conversationId);
  const { accountId, projectId } = emulator;
  return {
    stored: {
      now: clock.now(),
      conversationId,
      accountId,
      projectId,
      sessionId,
      ...(await readStored(redis.url)),
    },
    told: seen,
  };
}

/** A relay of today on what a version has stored. */
async function startOn(stored: Stored, change?: (text: string) => string) {
  const redis = await startRedis();
  closings.push(redis.stop);
  await writeStored(redis.url, stored, change);
  // The platform has forgotten everything.
  const emulator = await startEmulator({ clock: createFakeClock(stored.now) });
  closings.push(emulator.close);
  const relays = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const config = configFor(emulator, {
      ...env,
      FOYER_STORE_URL: redis.url,
      FOYER_ACCOUNT_ID: stored.accountId,
      FOYER_PROJECT_ID: stored.projectId,
    });
    const relay = await startRelay(config, { clock: createFakeClock(stored.now) });
    closings.push(relay.close);
    relays.push(asking(relay.url));
  }
  return relays;
}

if (hasRedis) {
  const pathOf = (version: string) => new URL(`${version}.json.gz`, FOLDER);
  const read = (version: string): File => JSON.parse(gunzipSync(readFileSync(pathOf(version))).toString());

  if (process.env['STORE_FORMAT'] === 'write')
    it('writes what this version stores', async () => {
      writeFileSync(pathOf(VERSION), gzipSync(JSON.stringify(await write())));
    }, 90_000);

  describe('the store of a released version', () => {
    it('there is a kept store of this version', () => {
      expect(existsSync(pathOf(VERSION))).toBe(true);
    });

    for (const version of readdirSync(FOLDER).map((it) => it.replace('.json.gz', '')))
      it(`relays of today read the store of a released version: ${version}`, async () => {
        const { stored, told: before } = read(version);
        for (const ask of await startOn(stored)) {
          expect(await told(ask, stored.conversationId)).toEqual({
            ...before,
            audit: expect.arrayContaining(before['audit'] as []),
          });
          const resumed = await ask(`/chat/sessions/${stored.sessionId}/resume`, {
            method: 'POST',
            headers: { Origin: ORIGIN },
            body: '{}',
          });
          expect([resumed.status, resumed.json]).toMatchObject([200, { session_id: stored.sessionId }]);
        }
      }, 30_000);

    it.each([
      ['cut', (text: string) => text.slice(0, text.length >> 1)],
      ['of another form', () => '{"v":99,"of":"the future"}'],
      ['no JSON', () => '\u0000'],
    ])(
      'a store that a newer or broken relay has spoilt fails no call: %s',
      async (_, spoil) => {
        const { stored } = read(VERSION);
        const [ask] = await startOn(stored, spoil);
        const paths = [
          '/overview',
          '/insights?step=3600',
          '/webhook-events',
          '/behavior/versions',
          '/audit',
          '/report',
        ];
        const statuses = [];
        for (const path of [...paths, '/conversations/any/annotations', '/webhook-secrets', '/keys'])
          statuses.push([path, (await ask?.(`/admin/v1${path}`, asOperator()))?.status]);
        expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
        const created = await ask?.('/chat/sessions', {
          method: 'POST',
          headers: { Origin: ORIGIN },
          body: '{}',
        });
        const resumed = await ask?.(`/chat/sessions/${stored.sessionId}/resume`, {
          method: 'POST',
          headers: { Origin: ORIGIN },
          body: '{}',
        });
        expect([created?.status, (resumed?.status ?? 500) < 500]).toEqual([201, true]);
      },
      30_000,
    );
  });
}
