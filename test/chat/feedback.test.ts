import { expect, it } from 'vitest';
import type { RelayAnswer } from '../../src/testing/index.ts';
import { agentMessage, createChatHarness, wireEvent } from '../support/chat-harness.ts';

/** A chat that has ended. `answers` are those of the relay to feedback, in order. */
async function ended(...answers: (RelayAnswer | 'refuse' | 'hang')[]) {
  const posted: unknown[] = [];
  const harness = createChatHarness({
    answers: (call) => (call.endsWith('/feedback') ? answers.shift() : undefined),
    wrapPorts: ({ fetch, ...ports }) => ({
      ...ports,
      fetch: (async (url: string, init: RequestInit) => {
        if (url.endsWith('/feedback'))
          posted.push([url, init.method, init.body, init.credentials, init.keepalive]);
        return fetch?.(url, init);
      }) as typeof globalThis.fetch,
    }),
  });
  const socket = await harness.connectAndJoin();
  const before = harness.chat.endedSessionId.value;
  harness.chat.end();
  await harness.advance(5_000);
  return { ...harness, posted, before, socket };
}

it('the session that has ended can be rated until the next one starts', async () => {
  const { chat, before, posted, settle } = await ended({ status: 204 });
  const id = chat.endedSessionId.value;
  const given: unknown[] = [];
  chat.on('feedback', (detail) => given.push(detail));
  const isTaken = await chat.rate({ rating: 'up', text: 'Quick help' });
  chat.restart();
  await settle();
  expect({ before, id, isTaken, given, posted, after: chat.endedSessionId.value }).toEqual({
    before: null,
    id: 'session-1',
    isTaken: true,
    given: [{ sessionId: 'session-1', rating: 'up', text: 'Quick help' }],
    posted: [
      [
        'https://relay.example.test/chat/sessions/session-1/feedback',
        'POST',
        '{"rating":"up","text":"Quick help"}',
        'include',
        true,
      ],
    ],
    after: null,
  });
});

it.each([
  ['takes it', { status: 204 }, true],
  ['does not know the session', { status: 404 }, true],
  ['refuses the page', { status: 403 }, true],
  ['is busy', { status: 429 }, false],
  ['fails', { status: 503 }, false],
  ['cannot be reached', 'refuse', false],
] as const)('a second attempt to rate may help or not if the relay %s', async (_, answer, isTaken) => {
  const { chat } = await ended(answer);
  const given: unknown[] = [];
  chat.on('feedback', (detail) => given.push(detail));
  expect([await chat.rate({ rating: 'down' }), given.length]).toEqual([isTaken, isTaken ? 1 : 0]);
});

it.each([
  ['within 10 s', ({ advance }: Awaited<ReturnType<typeof ended>>) => advance(10_000)],
  ['before the chat is gone', ({ chat }: Awaited<ReturnType<typeof ended>>) => chat.dispose()],
])('M-14.10: a second attempt to rate may help if the relay does not answer %s', async (_, happen) => {
  const harness = await ended('hang');
  const isTaken = harness.chat.rate({ rating: 'up' });
  await happen(harness);
  expect([await isTaken, harness.clock.waiting()]).toEqual([false, 0]);
});

it('feedback about the session carries the request of the platform as it came', async () => {
  const bodies: unknown[] = [];
  const { chat, connectAndJoin, advance } = createChatHarness({
    wrapPorts: ({ fetch, ...ports }) => ({
      ...ports,
      fetch: (async (url: string, init: RequestInit) => {
        if (url.endsWith('/feedback')) bodies.push(JSON.parse(`${init.body}`));
        return fetch?.(url, init);
      }) as typeof globalThis.fetch,
    }),
  });
  const socket = await connectAndJoin();
  const request = { survey_id: 's-1', from_the_future: { level: 3, of: ['x'] } };
  socket.receiveEvent(wireEvent('SHOW_CSAT_REQUEST', 4, request));
  await chat.rate({ rating: 'up', messageId: 'agent-3' });
  await chat.rate({ rating: 4 });
  socket.receiveEvent(wireEvent('SHOW_CSAT_REQUEST', 5, { question: 'x'.repeat(4_000) }));
  await chat.rate({ rating: 5 });
  chat.restart();
  await advance(0);
  await chat.rate({ rating: 1 });
  expect(bodies).toEqual([
    { rating: 'up', message_id: 'agent-3' },
    { rating: 4, csat_request: request },
    { rating: 5 },
    { rating: 1 },
  ]);
});

it('a message of the running session can be rated, and rated otherwise', async () => {
  const bodies: unknown[] = [];
  const { chat, calls, connectAndJoin } = createChatHarness({
    wrapPorts: ({ fetch, ...ports }) => ({
      ...ports,
      fetch: (async (url: string, init: RequestInit) => {
        if (url.endsWith('/feedback')) bodies.push(JSON.parse(`${init.body}`));
        return fetch?.(url, init);
      }) as typeof globalThis.fetch,
    }),
  });
  const given: unknown[] = [];
  chat.on('feedback', (detail) => given.push(detail));
  const isTaken = [await chat.rate({ rating: 'up', messageId: 'too-early' })];
  const socket = await connectAndJoin();
  socket.receiveEvent(agentMessage(4, 'Two days.'));
  for (const rating of ['up', 'down'] as const)
    isTaken.push(await chat.rate({ rating, messageId: 'agent-4' }));
  expect({ isTaken, given, bodies, calls: calls.filter((call) => call.endsWith('/feedback')) }).toEqual({
    isTaken: [false, true, true],
    given: [
      { sessionId: 'session-1', rating: 'up', messageId: 'agent-4' },
      { sessionId: 'session-1', rating: 'down', messageId: 'agent-4' },
    ],
    bodies: [
      { rating: 'up', message_id: 'agent-4' },
      { rating: 'down', message_id: 'agent-4' },
    ],
    calls: ['POST /chat/sessions/session-1/feedback', 'POST /chat/sessions/session-1/feedback'],
  });
});
