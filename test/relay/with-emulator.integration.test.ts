import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { MAX_CONNECTIONS } from '../../src/protocol/limits.ts';
import { type SessionGrant, socketUrl } from '../../src/protocol/relay.ts';
import { sessionGrant } from '../../src/protocol/relay-schemas.ts';
import { type Bench, problem, problemOf, useBench } from './support/bench.ts';

describe('relay and embedded platform', () => {
  const open = useBench();
  const emulators: Emulator[] = [];
  const sockets: WebSocket[] = [];

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    for (const emulator of emulators.splice(0)) await emulator.close();
  });

  async function start(change: Record<string, string> = {}): Promise<{ emulator: Emulator; bench: Bench }> {
    const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
    emulators.push(emulator);
    const env = {
      FOYER_MESSAGING_URL: emulator.messagingUrl,
      FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
      FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
      ...change,
    };
    return { emulator, bench: await open({ env }) };
  }

  async function create({ call }: Bench): Promise<SessionGrant> {
    return z.parse(sessionGrant, (await call('/chat/sessions', { method: 'POST' })).json);
  }

  /** The type of the first frame, or the reason why there is none. */
  function firstFrame(url: string): Promise<string> {
    const socket = new WebSocket(url);
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.on('message', (frame) => resolve(JSON.parse(String(frame)).type));
      socket.on('error', (error) => resolve(error.message));
    });
  }

  it('creates and resumes a session that opens sockets', async () => {
    const { bench } = await start();
    const grant = await create(bench);
    const resumed = await bench.call(`/chat/sessions/${grant.session_id}/resume`, { method: 'POST' });
    const again = z.parse(sessionGrant, resumed.json);
    const state = await bench.call(`/chat/sessions/${grant.session_id}`);
    expect([
      again,
      await firstFrame(socketUrl(grant, 0)),
      await firstFrame(socketUrl(again, 0)),
      state.json,
    ]).toEqual([grant, 'EVENT_TYPE_EVENT_BATCH', 'EVENT_TYPE_EVENT_BATCH', { state: 'alive' }]);
  });

  it('distinguishes an expired session from one with too many connections', async () => {
    const { bench, emulator } = await start();
    const { session_id, ...rest } = await create(bench);
    const url = socketUrl({ session_id, ...rest }, 0);
    await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => firstFrame(url)));
    const crowded = await bench.call(`/chat/sessions/${session_id}`);
    emulator.expireSession(session_id);
    const expired = await bench.call(`/chat/sessions/${session_id}`);
    const resumed = await bench.call(`/chat/sessions/${session_id}/resume`, { method: 'POST' });
    expect([crowded.json, expired.json, problemOf(resumed)]).toEqual([
      { state: 'too_many_connections' },
      { state: 'expired' },
      problem(410, 'session_expired'),
    ]);
  });

  it('keeps a session resumable while the platform is unreachable', async () => {
    const { bench, emulator } = await start();
    const { session_id } = await create(bench);
    await emulator.close();
    const state = await bench.call(`/chat/sessions/${session_id}`);
    const resumed = await bench.call(`/chat/sessions/${session_id}/resume`, { method: 'POST' });
    const created = await bench.call('/chat/sessions', { method: 'POST' });
    expect([state.json, resumed.status, problemOf(created)]).toEqual([
      { state: 'unreachable' },
      200,
      problem(503, 'upstream_unreachable'),
    ]);
  });

  it.each([
    { FOYER_CONNECTOR_TOKEN: 'emulator-of-another-connector' },
    { FOYER_HOST_IDENTIFIER: 'other.example' },
  ])('reports a wrong configuration with %j', async (change) => {
    const { bench } = await start(change);
    const answer = await bench.call('/chat/sessions', { method: 'POST' });
    expect(problemOf(answer)).toEqual(problem(502, 'configuration'));
  });

  it('forwards that the platform throttles', async () => {
    const { bench, emulator } = await start();
    emulator.refuseNext('sessions', { status: 429, text: 'Too many requests', retryAfterSeconds: 4 });
    const answer = await bench.call('/chat/sessions', { method: 'POST' });
    expect([problemOf(answer), answer.headers.get('retry-after')]).toEqual([
      problem(429, 'too_many_requests'),
      '4',
    ]);
  });
});
