import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DebugEntry } from '../../src/chat/index.ts';
import type { RelayReply } from '../../src/testing/index.ts';
import { agentJoined, createChatHarness, sessionStart, wireEvent } from '../support/chat-harness.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const TOKEN = 'header.claims.CNRY-signature';

afterEach(() => void vi.restoreAllMocks());

/** A new session whose SESSION_START has this context id, once its history is complete. */
async function start(contextId: unknown = 'context-1', answers: Record<string, RelayReply> = {}) {
  const log: DebugEntry[] = [];
  const bodies: unknown[] = [];
  const harness = createChatHarness({
    onDebug: (entry) => log.push(entry),
    answers: (call) => answers[call.split('/').at(-1) ?? ''],
    wrapPorts: ({ fetch, ...ports }) => ({
      ...ports,
      fetch: (async (url: string, init: RequestInit) => {
        if (url.endsWith('/context')) bodies.push(init.body);
        return fetch?.(url, init);
      }) as typeof globalThis.fetch,
    }),
  });
  const outcomes: unknown[] = [];
  harness.chat.on('context', (detail) => outcomes.push(detail));
  const socket = await harness.connect();
  socket.receiveBatch(sessionStart({}, contextId));
  await harness.advance(250);
  const hasJoined = () => harness.sockets.some(({ sent }) => sent.some(({ type }) => type === JOIN));
  return { ...harness, bodies, log, outcomes, socket, newest: harness.socket, hasJoined };
}

describe('M-7.10: the context of a new session', () => {
  it('asks the page for the context and gives it to the relay before the agent is asked to join', async () => {
    const { answerContext, bodies, contextsAsked, hasJoined, log, outcomes, settle } = await start();
    const isHeld = !hasJoined();
    answerContext(TOKEN);
    await settle();
    expect({ isHeld, contextsAsked, bodies, outcomes, hasJoined: hasJoined() }).toEqual({
      isHeld: true,
      contextsAsked: ['session-1 context-1'],
      bodies: [JSON.stringify({ token: TOKEN })],
      outcomes: [{ sessionId: 'session-1', outcome: 'accepted' }],
      hasJoined: true,
    });
    expect(JSON.stringify(log)).not.toContain(TOKEN);
  });

  it.each<readonly [string, string | null | Error, RelayReply | undefined, string, number]>([
    ['none if the page gives no token', null, undefined, 'none', 0],
    ['none if the token is empty', '', undefined, 'none', 0],
    ['failed if the page throws', new Error('no server'), undefined, 'failed', 0],
    ['failed if the token is too long', 'x'.repeat(16_385), undefined, 'failed', 0],
    [
      'refused if the platform does not take the token',
      TOKEN,
      { status: 422, body: { code: 'unprocessable' } },
      'refused',
      1,
    ],
    [
      'failed if the relay has no such route',
      TOKEN,
      { status: 404, body: { code: 'not_found' } },
      'failed',
      1,
    ],
    ['failed if the relay cannot be reached', TOKEN, 'refuse', 'failed', 1],
  ])('a context is %s, and the agent is asked to join anyway', async (_, token, reply, outcome, calls) => {
    const thrown = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
    const it = await start('context-1', reply ? { context: reply } : {});
    it.answerContext(token);
    await it.settle();
    expect([it.outcomes, it.bodies.length, it.hasJoined(), thrown.mock.calls.length]).toEqual([
      [{ sessionId: 'session-1', outcome }],
      calls,
      true,
      token instanceof Error ? 1 : 0,
    ]);
  });

  it('holds the join for 4 s at most, and ignores a later token', async () => {
    const { advance, answerContext, bodies, chat, hasJoined, outcomes, settle } = await start();
    chat.send('Hello');
    await advance(3_999);
    const before = [hasJoined(), outcomes.length];
    await advance(1);
    answerContext(TOKEN);
    await settle();
    expect([before, hasJoined(), outcomes, bodies]).toEqual([
      [false, 0],
      true,
      [{ sessionId: 'session-1', outcome: 'timed-out' }],
      [],
    ]);
  });

  it('a context times out while the relay does not answer', async () => {
    const { advance, answerContext, hasJoined, outcomes } = await start('context-1', { context: 'hang' });
    answerContext(TOKEN);
    await advance(4_000);
    expect([hasJoined(), outcomes]).toEqual([true, [{ sessionId: 'session-1', outcome: 'timed-out' }]]);
  });

  it('asks for the context once, even when the connection drops meanwhile', async () => {
    const { advance, answerContext, contextsAsked, hasJoined, outcomes, settle, socket, newest } =
      await start();
    socket.drop();
    await advance(1_000);
    newest().accept();
    newest().receiveBatch(sessionStart({}, 'context-1'));
    await advance(250);
    const isHeld = !hasJoined();
    answerContext(null);
    await settle();
    expect([isHeld, hasJoined(), contextsAsked.length, outcomes.length]).toEqual([true, true, 1, 1]);
  });

  it.each([[null], [''], [7], ['x'.repeat(201)]])('asks for no context with the id %j', async (contextId) => {
    const { contextsAsked, hasJoined, outcomes } = await start(contextId);
    expect([contextsAsked, hasJoined(), outcomes]).toEqual([[], true, []]);
  });

  it('asks for no context in a resumed session', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const socket = await harness.connect();
    socket.receiveBatch(
      sessionStart({}, 'context-1'),
      wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2),
      agentJoined(3),
    );
    await harness.advance(250);
    expect(harness.contextsAsked).toEqual([]);
  });

  it('submits no context once the chat was disposed of', async () => {
    const { answerContext, bodies, chat, settle } = await start();
    chat.dispose();
    answerContext(TOKEN);
    await settle();
    expect(bodies).toEqual([]);
  });

  it('ignores the context once the visitor has started another chat', async () => {
    const { answerContext, chat, clock, outcomes, settle, advance } = await start();
    chat.restart();
    await settle();
    answerContext(TOKEN);
    await advance(4_000);
    expect(outcomes).toEqual([]);
    chat.dispose();
    expect(clock.waiting()).toBe(0);
  });
});
