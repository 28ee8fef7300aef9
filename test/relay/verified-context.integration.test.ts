import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createChat, type OnContextRequired } from '../../src/chat/index.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { createTestEnvironment } from '../../src/testing/environment.ts';
import { contextToken } from '../support/context-token.ts';
import { sharedStorage } from '../support/page-storage.ts';
import { noteSecrets } from '../support/secrets.ts';
import { type Bench, problem, problemOf, SHOP, useBench } from './support/bench.ts';

const KEY = 'CNRY-key-of-the-site';

describe('M-7.10: the verified context of a visitor', () => {
  const open = useBench();
  const closings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  async function start(setting = 'on', contextKey: string | null = KEY) {
    const emulator = await startEmulator({
      pace: { wordMs: 0, thinkingMs: 0 },
      contextKey: contextKey ?? undefined,
    });
    closings.push(emulator.close);
    const bench = await open({
      env: {
        FOYER_MESSAGING_URL: emulator.messagingUrl,
        FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
        FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
        FOYER_VERIFIED_CONTEXT: setting,
      },
    });
    return { emulator, bench };
  }

  /** A visitor's chat, once the agent has joined. */
  async function visit({ url }: Bench, onContextRequired?: OnContextRequired) {
    const chat = createChat({
      relay: url,
      origin: SHOP,
      WebSocket,
      onContextRequired,
      ports: { store: sharedStorage(null).openPage(), environment: createTestEnvironment() },
    });
    closings.push(chat.dispose);
    const outcomes: unknown[] = [];
    let sessionId = '';
    chat.on('sessionStart', (started) => {
      ({ sessionId } = started);
    });
    chat.on('context', ({ outcome }) => outcomes.push(outcome));
    chat.start();
    await expect.poll(() => chat.agent.value, { timeout: 10_000 }).not.toBeNull();
    return { sessionId, outcomes };
  }

  /** Signs as the site's own server does. */
  const sign =
    (key: string): OnContextRequired =>
    async ({ contextId }) => {
      const iat = Math.floor(Date.now() / 1_000);
      const token = contextToken(key, { sub: contextId, iat, exp: iat + 30, ctx: { name: 'Ada' } });
      noteSecrets(token);
      return token;
    };

  it('M-7.10: the context goes from the page to the platform before the agent joins', async () => {
    const { bench, emulator } = await start();
    const { sessionId, outcomes } = await visit(bench, sign(KEY));
    expect([outcomes, emulator.contextOf(sessionId)]).toEqual([['accepted'], { name: 'Ada' }]);
    expect(JSON.stringify(bench.records())).not.toContain('eyJ');
  });

  it.each<readonly [string, string, OnContextRequired | undefined, string | null, unknown[]]>([
    ['another key has signed', 'on', sign('CNRY-key-of-a-stranger'), KEY, ['refused']],
    ['the relay does not pass it on', 'off', sign(KEY), KEY, ['failed']],
    ['the page has no answer', 'on', undefined, KEY, ['none']],
    ['the platform does not ask', 'on', sign(KEY), null, []],
  ])('M-7.10: the agent joins without the context if %s', async (_, setting, answer, contextKey, outcome) => {
    const { bench, emulator } = await start(setting, contextKey);
    const { sessionId, outcomes } = await visit(bench, answer);
    expect([outcomes, emulator.contextOf(sessionId)]).toEqual([outcome, undefined]);
  });

  const submit = async ({ call }: Bench, body: unknown, id?: string) => {
    const { json } = await call('/chat/sessions', { method: 'POST' });
    const sessionId = id ?? (json as { session_id: string }).session_id;
    return (again = body) => call(`/chat/sessions/${sessionId}/context`, { method: 'POST', body: again });
  };

  it('M-7.10: refuses malformed tokens, unknown sessions and too many attempts', async () => {
    const { bench } = await start();
    const malformed = await submit(bench, {});
    const answers = [
      await malformed(),
      await malformed({ token: 'a b' }),
      await malformed({ token: 'x'.repeat(16_385) }),
      await malformed({ token: 'x'.repeat(20_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 413]);
    const unknown = await submit(bench, { token: 'a.b.c' }, 'unknown');
    expect(problemOf(await unknown())).toEqual(problem(404, 'session_unknown'));
    const often = await submit(bench, { token: 'x'.repeat(16_384) });
    const statuses: number[] = [];
    for (let nth = 1; nth <= 6; nth++) statuses.push((await often()).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('M-7.10: refuses a context unless the operator allows it', async () => {
    const { bench } = await start('off');
    const answer = await (await submit(bench, { token: 'a.b.c' }))();
    expect(problemOf(answer)).toEqual(problem(404, 'not_found'));
  });

  it('M-7.10: submitting a context fails while the platform is away', async () => {
    const { bench, emulator } = await start();
    const later = await submit(bench, { token: 'a.b.c' });
    await emulator.close();
    expect(problemOf(await later())).toEqual(problem(503, 'upstream_unreachable'));
  });
});
