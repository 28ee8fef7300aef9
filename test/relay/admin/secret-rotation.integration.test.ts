import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createAwaitableList } from '../../support/awaitable-list.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { type Bench, problem, problemOf, until, useBench } from '../support/bench.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const OLD = 'CNRY-webhook-5a4b3c2d1e0f';
const RECEIVER = 'https://relay.example.com/admin/v1/webhooks/alerts';
const ROTATE = '/admin/v1/webhook-endpoints/whe_1/rotate-secret';
const DAY = 86_400_000;
const SECRETS = '/admin/v1/webhook-secrets';

const endpointAt = (url: string) => ({
  id: 'whe_1',
  name: 'Relay',
  url,
  enabled: true,
  event_types: ['alerts.triggered'],
  timeout_ms: 5_000,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
});

/** A platform whose endpoint leads to `url`, and which answers a rotation with the next of `rotations`. */
async function openPlatform(url = RECEIVER) {
  const host = await openHost();
  const rotations: (() => void)[] = [];
  const asked = createAwaitableList<string>();
  let isHeld = false;
  let status = 200;
  let nth = 0;
  host.answer((response, { method, path }) => {
    asked.add(`${method} ${path}`);
    if (method === 'GET') return answerJson(200, endpointAt(url))(response, {} as never);
    nth += 1;
    const body = status < 300 ? { signing_secret: `whsec_of_rotation_${nth}` } : { message: 'no' };
    const answer = () => answerJson(status, body)(response, {} as never);
    if (isHeld) rotations.push(answer);
    else answer();
  });
  return {
    host,
    asked,
    /** The next rotation is answered with this status. */
    answerWith(next: number) {
      status = next;
    },
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const answer of rotations.splice(0)) answer();
    },
    env: { ...ADMIN_ENV, ...restEnv(host), FOYER_WEBHOOK_SECRETS: `alerts:${OLD}` },
  };
}

const rotate = (bench: Bench) => bench.call(ROTATE, as('write', { method: 'POST' }));

let event = 0;
/** Status of a new event that is signed with the secret. */
async function deliver(bench: Bench, secret: string, name = 'alerts') {
  event += 1;
  const body = JSON.stringify({ id: `evt-${event}`, type: 'alerts.triggered' });
  const timestamp = String(Math.floor(bench.clock.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
  return (await bench.call(`/admin/v1/webhooks/${name}`, { method: 'POST', origin: null, body, headers }))
    .status;
}

describe('the rotation of a webhook secret', () => {
  //
  it('a rotation makes the relay accept the new secret beside the old one, and says what to change', async () => {
    const platform = await openPlatform();
    const bench = await open({ env: platform.env });
    const answer = await rotate(bench);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        signing_secret: 'whsec_of_rotation_1',
        receiver: {
          name: 'alerts',
          accepts_new_secret: true,
          previous_until: new Date(bench.clock.now() + DAY).toISOString(),
          next_step: expect.stringMatching(
            /^In FOYER_WEBHOOK_SECRETS, .* replace the old secret of alerts .* before the relay restarts/,
          ),
        },
      },
    ]);
    expect([
      await deliver(bench, OLD),
      await deliver(bench, 'whsec_of_rotation_1'),
      await deliver(bench, 'whsec_of_rotation_2'),
    ]).toEqual([200, 200, 401]);
    expect(JSON.stringify(bench.records())).not.toContain('whsec_of_rotation_1');
  });

  it('a rotation loses no event: those with the new secret are asked for again', async () => {
    const platform = await openPlatform();
    const bench = await open({ env: platform.env });
    platform.hold();
    const rotation = rotate(bench);
    await platform.asked.waitForNth(2);
    // The platform signs with the new secret, and its answer is still under way.
    const early = [await deliver(bench, OLD), await deliver(bench, 'whsec_of_rotation_1')];
    const elsewhere = await deliver(bench, 'whsec_of_rotation_1', 'other');
    const second = await rotate(bench);
    platform.release();
    await rotation;
    expect([early, elsewhere, second.status]).toEqual([[200, 503], 401, 503]);
    expect([await deliver(bench, 'whsec_of_rotation_1'), await deliver(bench, 'forged-secret')]).toEqual([
      200, 401,
    ]);
  });

  it('completes the rotation when the operator has gone before the answer', async () => {
    const platform = await openPlatform();
    const bench = await open({ env: platform.env });
    platform.hold();
    const leaving = new AbortController();
    const { headers } = as('write');
    const left = fetch(bench.url + ROTATE, {
      method: 'POST',
      headers: headers ?? {},
      signal: leaving.signal,
    });
    await platform.asked.waitForNth(2);
    leaving.abort();
    await expect(left).rejects.toThrow();
    platform.release();
    await until(() => bench.records().some((record) => record.audit === 'rotateWebhookSecret'));
    expect(await deliver(bench, 'whsec_of_rotation_1')).toBe(200);
  });

  it('S-121: ends the old secret after a day, even if the configuration lists it', async () => {
    const platform = await openPlatform();
    const bench = await open({ env: platform.env });
    const statuses = async () => [
      await deliver(bench, OLD),
      await deliver(bench, 'whsec_of_rotation_1'),
      await deliver(bench, 'whsec_of_rotation_2'),
    ];
    await rotate(bench);
    bench.clock.advance(DAY - 1);
    const before = await statuses();
    bench.clock.advance(1);
    const after = await statuses();
    await rotate(bench);
    const next = await statuses();
    bench.clock.advance(DAY);
    expect([before, after, next, await statuses()]).toEqual([
      [200, 200, 401],
      [401, 200, 401],
      [401, 200, 200],
      [401, 401, 200],
    ]);
  });

  it('refuses a second rotation within a day, and the platform replaces nothing', async () => {
    const platform = await openPlatform();
    const bench = await open({ env: platform.env });
    const until = new Date(bench.clock.now() + DAY).toISOString();
    await rotate(bench);
    const second = await rotate(bench);
    expect([problemOf(second), await deliver(bench, 'whsec_of_rotation_1')]).toEqual([
      {
        ...(problem(409, 'conflict') as object),
        detail: `The old one is accepted until ${until}. End it before with POST /admin/v1/webhook-secrets/alerts/end-previous.`,
      },
      200,
    ]);
  });

  it('S-121: ends the old secret at once when an operator says so', async () => {
    const platform = await openPlatform();
    const bench = await open({ env: platform.env });
    await rotate(bench);
    const end = () => bench.call(`${SECRETS}/alerts/end-previous`, as('write', { method: 'POST' }));
    const ended = [(await end()).status, (await end()).status];
    const old = [await deliver(bench, OLD), await deliver(bench, 'whsec_of_rotation_1')];
    const next = await rotate(bench);
    expect([ended, old, next.status]).toEqual([[204, 204], [401, 200], 200]);
    const unknown = await bench.call(`${SECRETS}/others/end-previous`, as('write', { method: 'POST' }));
    expect(unknown.status).toBe(404);
  });

  it('leaves all secrets of a name with several, because nobody knows which one was replaced', async () => {
    const platform = await openPlatform();
    const other = 'CNRY-webhook-of-another-endpoint';
    const bench = await open({
      env: { ...platform.env, FOYER_WEBHOOK_SECRETS: `alerts:${OLD},alerts:${other}` },
    });
    await rotate(bench);
    bench.clock.advance(DAY);
    expect([
      await deliver(bench, OLD),
      await deliver(bench, other),
      await deliver(bench, 'whsec_of_rotation_1'),
    ]).toEqual([200, 200, 200]);
  });

  it('shows the rotation in the state of the secrets until the configuration has the new one', async () => {
    const platform = await openPlatform();
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const start = (env: Record<string, string>) => open({ env, ports: { clock, store } });
    const bench = await start(platform.env);
    const state = async (of: Bench) => (await of.call(SECRETS, as('read'))).json;
    const since = new Date(clock.now()).toISOString();
    const until = new Date(clock.now() + DAY).toISOString();
    const before = await state(bench);
    await rotate(bench);
    const after = await state(bench);
    clock.advance(DAY);
    const restarted = await start({ ...platform.env, FOYER_WEBHOOK_SECRETS: 'alerts:whsec_of_rotation_1' });
    const alerts = { name: 'alerts', is_rotating: false };
    expect([before, after, await state(restarted)]).toEqual([
      { secrets: [{ ...alerts, current_since: null, previous_until: null, next_step: null }] },
      {
        secrets: [
          {
            ...alerts,
            current_since: since,
            previous_until: until,
            next_step: expect.stringContaining('replace the old secret of alerts'),
          },
        ],
      },
      { secrets: [{ ...alerts, current_since: since, previous_until: null, next_step: null }] },
    ]);
  });

  it.each([
    [404, 401],
    // It may have been carried out, so events wait until it is repeated.
    [500, 503],
  ])(
    'a rotation that the platform answers with %i leaves events with an unknown secret at %i',
    async (status, left) => {
      const platform = await openPlatform();
      const bench = await open({ env: platform.env });
      platform.answerWith(status);
      const failed = await rotate(bench);
      const unknown = await deliver(bench, 'whsec_of_rotation_1');
      platform.answerWith(200);
      const repeated = await rotate(bench);
      expect([failed.status, unknown, repeated.status]).toEqual([status === 500 ? 502 : status, left, 200]);
      expect(await deliver(bench, 'whsec_of_rotation_2')).toBe(200);
    },
  );

  it.each([
    ['https://desk.example.com/hook', OLD],
    ['https://relay.example.com/admin/v1/webhooks/another', OLD],
    ['https://relay.example.com/admin/v1/webhooks/alerts/more', OLD],
  ])('a rotation of the endpoint %s gives this relay no secret', async (url) => {
    const platform = await openPlatform(url);
    const bench = await open({ env: platform.env });
    const answer = await rotate(bench);
    expect(answer.json).toEqual({ signing_secret: 'whsec_of_rotation_1' });
    expect(await deliver(bench, 'whsec_of_rotation_1')).toBe(401);
  });

  if (hasRedis) {
    it('a rotation reaches every relay on a Redis, even those that start later', async () => {
      const redis = await startRedis();
      try {
        const platform = await openPlatform();
        const env = { ...platform.env, FOYER_STORE_URL: redis.url };
        const [one, other] = [await open({ env }), await open({ env })];
        const answer = await rotate(one);
        const later = await open({ env });
        expect([
          await deliver(other, 'whsec_of_rotation_1'),
          await deliver(later, 'whsec_of_rotation_1'),
          await deliver(later, OLD),
        ]).toEqual([200, 200, 200]);
        expect(answer.json).toMatchObject({
          receiver: { next_step: expect.stringContaining('every relay on this store accepts both') },
        });
      } finally {
        await redis.stop();
      }
    });
  }
});
