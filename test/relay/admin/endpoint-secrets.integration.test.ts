import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAwaitableList } from '../../support/awaitable-list.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

const OLD = 'CNRY-webhook-1b2c3d4e5f60';
const PATH = '/admin/v1/webhook-endpoints';
const receiverOf = (name: string) => `https://relay.example.com/admin/v1/webhooks/${name}`;

const endpointOf = (id: string, url: string) => ({
  id,
  name: 'Relay',
  url,
  enabled: true,
  event_types: ['alerts.triggered'],
  timeout_ms: 5_000,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
});

/** A relay with one secret in its configuration, and a platform that gives each endpoint the secret `whsec_of_<id>_<nth>`. */
async function openBoth() {
  const host = await openHost();
  const asked = createAwaitableList<string>();
  const held: (() => void)[] = [];
  let isHeld = false;
  let created = 0;
  let nth = 0;
  host.answer((response, { method, path }) => {
    asked.add(`${method} ${path}`);
    const reply = (status: number, body: object) => answerJson(status, body)(response, {} as never);
    const id = /whe_\d/.exec(path)?.[0] ?? 'whe_0';
    if (method === 'GET') return reply(200, endpointOf(id, receiverOf('alerts')));
    if (method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    nth += 1;
    if (path.endsWith('/rotate-secret')) return reply(200, { signing_secret: `whsec_of_${id}_${nth}` });
    created += 1;
    const answer = () =>
      reply(201, {
        ...endpointOf(`whe_${created}`, receiverOf('alerts')),
        signing_secret: `whsec_of_whe_${created}_${nth}`,
      });
    if (isHeld) held.push(answer);
    else answer();
  });
  const bench = await open({
    env: { ...ADMIN_ENV, ...restEnv(host), FOYER_WEBHOOK_SECRETS: `alerts:${OLD}` },
    ports: { lookup: async () => ['8.8.8.8'] },
  });
  const create = (url: string) =>
    bench.call(
      PATH,
      as('write', { method: 'POST', body: { name: 'Relay', url, event_types: ['alerts.triggered'] } }),
    );
  return {
    bench,
    asked,
    create,
    hold() {
      isHeld = true;
    },
    release() {
      for (const answer of held.splice(0)) answer();
    },
    rotate: (id: string) => bench.call(`${PATH}/${id}/rotate-secret`, as('write', { method: 'POST' })),
    remove: (id: string) => bench.call(`${PATH}/${id}`, as('write', { method: 'DELETE' })),
    secrets: async () =>
      (await bench.call('/admin/v1/webhook-secrets', as('read'))).json as { secrets: readonly object[] },
  };
}

let event = 0;
/** Status of a new event that is signed with the secret. */
async function deliver(bench: Bench, secret: string, name = 'alerts') {
  event += 1;
  const body = JSON.stringify({ id: `evt-of-endpoint-${event}`, type: 'alerts.triggered' });
  const timestamp = String(Math.floor(bench.clock.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
  return (await bench.call(`/admin/v1/webhooks/${name}`, { method: 'POST', origin: null, body, headers }))
    .status;
}

describe('a webhook endpoint that leads to this relay', () => {
  //
  it('creates an endpoint with a secret that the relay accepts at once, beside the others', async () => {
    const { bench, create, secrets } = await openBoth();
    const answer = await create(receiverOf('alerts'));
    expect([answer.status, answer.json]).toMatchObject([
      201,
      {
        id: 'whe_1',
        signing_secret: 'whsec_of_whe_1_1',
        receiver: {
          name: 'alerts',
          accepts_new_secret: true,
          previous_until: null,
          next_step: expect.stringMatching(/add alerts:signing_secret before the relay restarts/),
        },
      },
    ]);
    expect([await deliver(bench, OLD), await deliver(bench, 'whsec_of_whe_1_1')]).toEqual([200, 200]);
    expect((await secrets()).secrets).toMatchObject([
      {
        name: 'alerts',
        current_since: new Date(bench.clock.now()).toISOString(),
        previous_until: null,
        next_step: expect.stringMatching(/add alerts:signing_secret/),
      },
    ]);
    expect(JSON.stringify(bench.records())).not.toContain('whsec_of_whe_1_1');
  });

  it('loses no event that comes before the answer of the platform', async () => {
    const { bench, create, asked, hold, release } = await openBoth();
    hold();
    const creation = create(receiverOf('alerts'));
    await asked.waitForNth(1);
    expect(await deliver(bench, 'whsec_of_whe_1_1')).toBe(503);
    release();
    await creation;
    expect([await deliver(bench, 'whsec_of_whe_1_1'), await deliver(bench, 'another-secret-x')]).toEqual([
      200, 401,
    ]);
  });

  it('a rotation keeps the secret that another endpoint has', async () => {
    const { bench, create, rotate } = await openBoth();
    await create(receiverOf('alerts'));
    await rotate('whe_1');
    bench.clock.advance(25 * 3_600_000);
    expect([
      await deliver(bench, OLD),
      await deliver(bench, 'whsec_of_whe_1_1'),
      await deliver(bench, 'whsec_of_whe_1_2'),
    ]).toEqual([200, 401, 200]);
  });

  it('a deleted endpoint takes its secret with it', async () => {
    const { bench, create, remove } = await openBoth();
    await create(receiverOf('alerts'));
    expect((await remove('whe_1')).status).toBe(204);
    expect([await deliver(bench, OLD), await deliver(bench, 'whsec_of_whe_1_1')]).toEqual([200, 401]);
  });

  it('names the next step when an endpoint’s name has no secret in the configuration', async () => {
    const { bench, create } = await openBoth();
    const { json } = await create(receiverOf('other'));
    expect(json).toMatchObject({
      receiver: {
        name: 'other',
        accepts_new_secret: false,
        next_step: expect.stringMatching(/add other:signing_secret and restart the relay now/),
      },
    });
    expect(await deliver(bench, 'whsec_of_whe_1_1', 'other')).toBe(401);
  });
});

it('the relay names no receiver for a webhook endpoint elsewhere', async () => {
  const { create } = await openBoth();
  expect((await create('https://desk.example.com/hook')).json).not.toHaveProperty('receiver');
});
