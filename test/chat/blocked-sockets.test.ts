import { describe, expect, it } from 'vitest';
import type { RelayAnswer } from '../../src/testing/index.ts';
import { type ChatHarness, createChatHarness, sessionStart } from '../support/chat-harness.ts';

const state = (word: string): RelayAnswer => ({ status: 200, body: { state: word } });
const ALIVE = state('alive');

/** A chat whose relay reports `answers` in turn, and then that the session is alive. */
const setup = (answers: readonly RelayAnswer[] = []): ChatHarness => {
  const left = [...answers];
  return createChatHarness({
    answers: (call) => (call === 'GET /chat/sessions/session-1' ? (left.shift() ?? ALIVE) : undefined),
  });
};

const outcome = ({ chat }: ChatHarness) => [chat.connection.value, chat.trouble.value];
const BLOCKED = ['failed', { code: 'socket_blocked', canRetry: true }];

/** Refuses as many handshakes in a row, and lets the waits between them pass. */
async function refuse(harness: ChatHarness, handshakes: number): Promise<void> {
  for (let refused = 0; refused < handshakes; refused++) {
    const { length } = harness.sockets;
    harness.socket().drop();
    await harness.settle();
    for (let s = 0; s < 30 && harness.sockets.length === length; s++) await harness.advance(1_000);
  }
}

async function started(harness: ChatHarness): Promise<ChatHarness> {
  harness.chat.start();
  await harness.settle();
  return harness;
}

describe('handshakes that fail although the session is alive', () => {
  it('M-12.22: the third handshake in a row that fails although the session is alive is a visible failure', async () => {
    const harness = await started(setup());
    await refuse(harness, 2);
    expect(outcome(harness)).toEqual(['connecting', null]);
    harness.socket().drop();
    await harness.settle();
    expect(outcome(harness)).toEqual(BLOCKED);
  });

  it('M-12.22: blocked handshakes go on, and the first that opens ends the failure', async () => {
    const harness = await started(setup());
    await refuse(harness, 5);
    expect(outcome(harness)).toEqual(BLOCKED);
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart());
    expect(outcome(harness)).toEqual(['online', null]);
  });

  it('M-12.22: blocked handshakes remain a failure once the attempts are used up', async () => {
    const harness = await started(setup());
    await refuse(harness, 10);
    const { length } = harness.sockets;
    expect(outcome(harness)).toEqual(BLOCKED);
    await harness.advance(60_000);
    expect([harness.sockets.length, ...outcome(harness)]).toEqual([length + 1, ...BLOCKED]);
  });

  it.each(['unreachable', 'too_many_connections'])(
    'M-12.22: failed handshakes do not count with one that the relay found %s',
    async (word) => {
      const harness = await started(setup([ALIVE, ALIVE, state(word)]));
      await refuse(harness, 3);
      expect(harness.chat.trouble.value?.code).not.toBe('socket_blocked');
    },
  );

  it('M-12.22: failed handshakes after a socket has opened are a network failure', async () => {
    const harness = await started(setup());
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart());
    await harness.advance(250);
    await refuse(harness, 5);
    expect(outcome(harness)).toEqual(['reconnecting', null]);
  });

  it('M-12.22: failed handshakes do not count across a change of the network', async () => {
    const harness = await started(setup());
    await refuse(harness, 3);
    harness.changeNetwork('offline');
    expect(outcome(harness)).toEqual(['offline', null]);
    harness.changeNetwork('online');
    await harness.advance(500);
    await refuse(harness, 2);
    expect(outcome(harness)).toEqual(['connecting', null]);
  });

  it('M-12.22: blocked handshakes keep the words that the visitor has written', async () => {
    const harness = await started(setup());
    harness.chat.send('Is anybody there?');
    await refuse(harness, 4);
    expect(harness.lines()).toEqual(['user: Is anybody there? [sending]']);
  });
});
