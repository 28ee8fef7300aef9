import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { type Chat, createChat } from '../../src/chat/index.ts';
import { DIALECTS, type Dialect } from '../../src/protocol/dialect.ts';
import type { SessionGrant } from '../../src/protocol/relay.ts';
import { sessionGrant } from '../../src/protocol/relay-schemas.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { StoreError } from '../../src/relay/store/store.ts';
import { createTestEnvironment } from '../../src/testing/environment.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sharedStorage } from '../support/page-storage.ts';
import { startReferencePlatform } from '../support/reference-platform/start-reference-platform.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import { type Bench, SHOP, until, useBench } from './support/bench.ts';
import { hasRedis, startRedis } from './support/redis.ts';
import { answerJson, KEYS, restEnv, useRestHost } from './support/rest.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});
const open = useBench();
const STORES = hasRedis ? (['memory', 'redis'] as const) : (['memory'] as const);

/** A visitor with the headless client. */
function visit({ url }: Bench): Chat {
  const chat = createChat({
    relay: url,
    origin: SHOP,
    WebSocket,
    ports: {
      store: sharedStorage(null).openPage(),
      environment: createTestEnvironment(),
    },
  });
  closings.push(chat.dispose);
  chat.start();
  return chat;
}

const hasGreeting = (chat: Chat) =>
  chat.transcript.value.some(
    (entry) => entry.kind === 'message' && entry.author === 'agent' && !entry.streaming,
  );

async function create({ call }: Bench): Promise<SessionGrant> {
  return z.parse(sessionGrant, (await call('/chat/sessions', { method: 'POST' })).json);
}

/** The dialect that new sessions get, as soon as it is this one. */
async function untilGranted(bench: Bench, dialect: Dialect): Promise<SessionGrant> {
  let grant = await create(bench);
  while (grant.dialect !== dialect) grant = await create(bench);
  return grant;
}

async function withPlatform(dialect: Dialect, env: Record<string, string> = {}) {
  const platform = await startReferencePlatform(dialect);
  closings.push(platform.close);
  const { url, connectorToken, hostIdentifier } = platform;
  const settings = {
    FOYER_MESSAGING_URL: url,
    FOYER_CONNECTOR_TOKEN: connectorToken,
    FOYER_HOST_IDENTIFIER: hostIdentifier,
    ...env,
  };
  return { platform, settings, bench: await open({ env: settings }) };
}

describe('M-1.8: a relay with the dialect "auto"', () => {
  it.each(
    (['direct', 'proxy'] as const).flatMap((socket) =>
      STORES.flatMap((store) => DIALECTS.map((dialect) => [socket, store, dialect] as const)),
    ),
  )('M-1.8: remembers what the platform speaks (%s, %s): %s', async (socket, store, dialect) => {
    const redis = store === 'redis' ? await startRedis() : undefined;
    if (redis) closings.push(redis.stop);
    const env = { FOYER_SOCKET: socket, ...(redis && { FOYER_STORE_URL: redis.url }) };
    const { platform, bench, settings } = await withPlatform(dialect, env);
    const first = visit(bench);
    await until(() => hasGreeting(first));
    // The one round that a wrong assumption costs.
    const refused = dialect === 'service' ? 0 : 1;
    expect(platform.violations).toHaveLength(refused);
    expect(await untilGranted(bench, dialect)).toMatchObject({ dialect, dialect_assumed: true });

    const second = visit(redis ? await open({ env: settings }) : bench);
    await until(() => hasGreeting(second));
    expect(platform.violations).toHaveLength(refused);
  });

  it('M-1.8: notices when the platform speaks another dialect than before', async () => {
    const store = createMemoryStore(createFakeClock());
    const platform = await startReferencePlatform('service');
    closings.push(platform.close);
    await store.put(`dialect:${new URL(platform.url).host}`, 'poly', Number.MAX_SAFE_INTEGER);
    const { url, connectorToken, hostIdentifier } = platform;
    const env = {
      FOYER_MESSAGING_URL: url,
      FOYER_CONNECTOR_TOKEN: connectorToken,
      FOYER_HOST_IDENTIFIER: hostIdentifier,
    };
    const bench = await open({ env, ports: { store } });
    expect((await create(bench)).dialect).toBe('poly');
    const chat = visit(bench);
    await until(() => hasGreeting(chat));
    expect((await untilGranted(bench, 'service')).dialect).toBe('service');
  });

  it.each(['direct', 'proxy'])('M-1.8: learns nothing from a visitor (%s)', async (socket) => {
    const { platform, bench } = await withPlatform('service', { FOYER_SOCKET: socket });
    const grant = await create(bench);
    const url = `${grant.websocket_url}?session_id=${grant.session_id}&access_token=${grant.access_token}`;
    const visitor = new WebSocket(url, { headers: { Origin: SHOP } });
    closings.push(() => visitor.terminate());
    const frames: string[] = [];
    visitor.on('message', (content) => frames.push(String(content)));
    await until(() => frames.length === 1);
    const poly = 'EVENT_TYPE_POLY_AGENT_JOINED';
    visitor.send(JSON.stringify({ type: 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN', payload: {} }));
    visitor.send(JSON.stringify({ type: poly, payload: {} }));
    const custom = { type: poly, client_event_id: poly, local_id: poly };
    const payload = { text: `{"type":"${poly}"}` };
    visitor.send(JSON.stringify({ type: 'EVENT_TYPE_USER_MESSAGE', payload, metadata: { custom } }));
    await until(() => {
      // In proxy mode messages wait for the end of the history.
      bench.clock.advance(50);
      return frames.some((frame) => frame.includes('You wrote'));
    });
    await bench.call(`/chat/sessions/${grant.session_id}`);
    expect((await create(bench)).dialect).toBe('service');
    expect(platform.violations.length).toBeGreaterThan(0);
  });

  it('M-1.8: works without its memory', async () => {
    const memory = createMemoryStore(createFakeClock());
    const store = {
      ...memory,
      get: (key: string) =>
        key.startsWith('dialect:') ? Promise.reject(new StoreError('ETIMEDOUT')) : memory.get(key),
    };
    const platform = await startReferencePlatform('poly');
    closings.push(platform.close);
    const { url, connectorToken, hostIdentifier } = platform;
    const env = {
      FOYER_MESSAGING_URL: url,
      FOYER_CONNECTOR_TOKEN: connectorToken,
      FOYER_HOST_IDENTIFIER: hostIdentifier,
    };
    const chat = visit(await open({ env, ports: { store } }));
    await until(() => hasGreeting(chat));
  });
});

describe('M-1.5: the header of outbound calls with the dialect "auto"', () => {
  const openHost = useRestHost();
  const CALL = '/admin/v1/outbound-calls/OUT-1';

  /** A host that reads one header only. */
  async function outboundHost(header: string) {
    const host = await openHost();
    host.answer((response, asked) =>
      asked.headers[header] === KEYS.outbound
        ? answerJson(200, { status: 'queued' })(response, asked)
        : answerJson(401, { error: 'Unauthorized' })(response, asked),
    );
    return host;
  }

  it.each([
    ['x-service-auth-token', [1, 2]],
    ['x-polyai-auth-token', [2, 3]],
  ])('M-1.5: finds the header of outbound calls by a 401, and remembers it: %s', async (header, requests) => {
    const host = await outboundHost(header);
    const bench = await open({ env: { ...restEnv(host), ...ADMIN_ENV } });
    const statuses = [];
    const counts = [];
    for (let i = 0; i < 2; i++) {
      statuses.push((await bench.call(CALL, as('read'))).status);
      counts.push(host.asked.length);
    }
    expect([statuses, counts]).toEqual([[200, 200], requests]);
  });

  it('M-1.5: reports a token that the host refuses in either header', async () => {
    const host = await outboundHost('x-none');
    const bench = await open({ env: { ...restEnv(host), ...ADMIN_ENV } });
    const answer = await bench.call(CALL, as('read'));
    expect([answer.status, host.asked.length]).toEqual([502, 2]);
    await bench.call(CALL, as('read'));
    expect(host.asked.map(({ headers }) => 'x-polyai-auth-token' in headers)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('M-1.5: tries no other header when the dialect is configured', async () => {
    const host = await outboundHost('x-polyai-auth-token');
    const bench = await open({ env: { ...restEnv(host), ...ADMIN_ENV, FOYER_DIALECT: 'service' } });
    const answer = await bench.call(CALL, as('read'));
    expect([answer.status, host.asked.length]).toEqual([502, 1]);
  });
});
