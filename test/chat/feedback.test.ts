import { expect, it } from 'vitest';
import type { RelayAnswer } from '../../src/testing/index.ts';
import { createChatHarness } from '../support/chat-harness.ts';

/** A chat that has ended. `answers` are those of the relay to feedback, in order. */
async function ended(...answers: (RelayAnswer | 'refuse')[]) {
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
  const isTaken = await chat.rate({ rating: 'up', text: 'Quick help' });
  chat.restart();
  await settle();
  expect({ before, id, isTaken, posted, after: chat.endedSessionId.value }).toEqual({
    before: null,
    id: 'session-1',
    isTaken: true,
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
  expect(await chat.rate({ rating: 'down' })).toBe(isTaken);
});
