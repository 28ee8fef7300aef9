import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createChat } from '../../src/chat/index.ts';
import { socketPort } from '../../src/chat/shell/socket.ts';
import { createTestPlatform } from '../../src/testing/index.ts';
import { startUpstream } from '../relay/support/upstream.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { codeOf } from '../support/websocket/check-conformance.ts';
import { CLOSE, type RawEnd } from '../support/websocket/raw-end.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** The client in Node, online on a platform whose frames are written by hand. */
async function goOnline() {
  const upstream = await startUpstream(() => 'token');
  closings.push(upstream.close);
  upstream.replySocket('raw', 'raw', 'raw');
  const clock = createFakeClock();
  const opened: number[] = [];
  const { relay, calls, ports } = createTestPlatform({
    grant: { websocket_url: upstream.url.replace('http', 'ws') },
  });
  const chat = createChat({
    relay,
    ports: {
      openSocket(url, on) {
        opened.push(clock.now());
        return socketPort(WebSocket)(url, on);
      },
      clock,
      random: () => 0.5,
      fetch: ports.fetch,
    },
  });
  closings.push(() => chat.dispose());
  chat.start();
  await until(() => upstream.raw.length === 1);
  const platform = upstream.raw[0] as RawEnd;
  while (chat.connection.value !== 'online') {
    clock.advance(10);
    await turn();
  }
  return { chat, clock, opened, calls, platform };
}

/** The code of a close frame, or how the connection ends without one. */
type End = number | 'a close frame without a code' | 'a break' | 'invalid UTF-8' | 'a masked frame';

function end(platform: RawEnd, how: End): void {
  if (how === 'a break') return platform.destroy();
  if (how === 'invalid UTF-8') return platform.write({ opcode: 1, payload: Buffer.from([0xff]) });
  if (how === 'a masked frame') return platform.write({ opcode: 1, hasWrongMask: true });
  const payload = Buffer.alloc(typeof how === 'number' ? 2 : 0);
  if (typeof how === 'number') payload.writeUInt16BE(how);
  platform.write({ opcode: CLOSE, payload });
}

describe('the client in Node, on a real socket', () => {
  it.each<[rule: string, how: End, answer: number | null | undefined, reconnectsInMs: number | undefined]>([
    ['M-12.7', 1000, 1000, 1_000],
    ['M-12.7', 1001, 1001, 1_000],
    ['M-12.7', 'a close frame without a code', null, 1_000],
    ['M-12.7', 'a break', undefined, 1_000],
    ['M-12.7', 1011, 1011, 1_000],
    ['M-12.7', 1014, 1014, 1_000],
    ['M-12.7', 3000, 3000, 1_000],
    ['M-12.7', 4002, 4002, 1_000],
    ['M-12.7', 4003, 4003, 1_000],
    ['M-12.7', 4999, 4999, 1_000],
    ['M-12.8', 1012, 1012, 17_500],
    ['M-12.8', 1013, 1013, 17_500],
    ['M-12.9', 4000, 4000, undefined],
    ['M-12.11', 1002, 1002, 1_000],
    ['M-12.11', 1003, 1003, 1_000],
    ['M-12.11', 1007, 1007, 1_000],
    ['M-12.11', 1008, 1008, 1_000],
    ['M-12.12', 1009, 1009, 1_000],
    // Forbidden and unreadable frames.
    ['S-78', 1005, 1002, 1_000],
    ['S-78', 1006, 1002, 1_000],
    ['S-78', 1015, 1002, 1_000],
    ['S-78', 999, 1002, 1_000],
    ['S-78', 'invalid UTF-8', 1007, 1_000],
    ['S-78', 'a masked frame', 1002, 1_000],
  ])(
    '%s: after the end %s the client answers %s, and reconnects in %s ms',
    async (_, how, answer, reconnectsInMs) => {
      const { chat, clock, opened, platform } = await goOnline();
      end(platform, how);
      const close = await platform.ended;
      await until(() => chat.connection.value !== 'online');
      const from = clock.now();
      for (let step = 0; step < 600 && opened.length === 1; step += 1) clock.advance(100);
      expect([close && codeOf(close.payload), opened[1] && opened[1] - from]).toEqual([
        answer,
        reconnectsInMs,
      ]);
    },
  );

  it('M-12.10: 4001 asks the relay what has become of the session', async () => {
    const { chat, calls, platform } = await goOnline();
    end(platform, 4001);
    await platform.ended;
    await until(() => chat.connection.value !== 'online');
    await until(() => calls.length > 1);
    expect(calls).toEqual(['POST /chat/sessions', 'GET /chat/sessions/session-1']);
  });

  it('S-78: a disposed client says goodbye with a code that may be sent, or none', async () => {
    const { chat, platform } = await goOnline();
    const close = () => platform.frames.find(({ opcode }) => opcode === CLOSE);
    chat.dispose();
    await until(() => close() !== undefined);
    expect([1000, 1001, null]).toContain(codeOf(close()?.payload ?? Buffer.alloc(1)));
  });
});
