import { describe, expect, it } from 'vitest';
import { openPolls } from '../../src/chat/shell/polls.ts';

interface Call {
  readonly url: string;
  readonly init: RequestInit;
  answer(body: unknown): Promise<void>;
}

/** A polled connection whose requests the test answers. */
function begin(cursor = 0) {
  const calls: Call[] = [];
  const events: string[] = [];
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const fetch = ((url: string, init: RequestInit) =>
    new Promise((resolve) => {
      const answer = (body: unknown) => {
        resolve(body === null ? new Response(null, { status: 204 }) : Response.json(body));
        return new Promise<void>((done) => void setTimeout(done));
      };
      calls.push({ url, init, answer });
    })) as typeof globalThis.fetch;
  const connection = openPolls({ fetch, uuid: () => 'k1' }, 'https://relay.example/frames', () => cursor, {
    opened: () => void events.push('opened'),
    text: (text) => void events.push(text),
    binary() {},
    closed: (code) => void events.push(`closed ${code}`),
  });
  const posts = () => calls.filter(({ init }) => init.method === 'POST');
  const framesOf = ({ init }: Call) => JSON.parse(String(init.body)).frames;
  return { calls, events, settled, connection, posts, framesOf };
}

describe('polls', () => {
  it('M-12.26: polls carry the id of their connection, the cursor and their number', async () => {
    const { calls, events } = begin(7);
    await calls[0]?.answer({ frames: ['a', 'b'] });
    await calls[1]?.answer({ frames: [] });
    expect([events, calls.map(({ url }) => new URL(url).search)]).toEqual([
      ['opened', 'a', 'b'],
      [1, 2, 3].map((nth) => `?connection=k1&cursor=7&poll=${nth}`),
    ]);
  });

  it('M-12.26: frames go in their order, one request at a time, and those that wait go together', async () => {
    const { connection, posts, framesOf, settled } = begin();
    for (const frame of ['1', '2', '3']) connection.send(frame);
    await settled();
    const before = posts().map(framesOf);
    await posts()[0]?.answer(null);
    expect([before, posts().map(framesOf)]).toEqual([[['1']], [['1'], ['2', '3']]]);
  });

  it('sends short frames although the page is left, and long ones as long as it stays', async () => {
    const { connection, posts } = begin();
    connection.send('short');
    await posts()[0]?.answer(null);
    connection.send('x'.repeat(20_000));
    expect(posts().map(({ init }) => init.keepalive)).toEqual([true, false]);
  });

  it('an answer that is no answer of a relay closes the connection', async () => {
    const { calls, events } = begin();
    await calls[0]?.answer({ frames: [] });
    await calls[1]?.answer('<html>');
    await calls[2]?.answer('<html>');
    expect(events).toEqual(['opened', 'closed 1006']);
  });

  it('reports nothing after it was closed', async () => {
    const { calls, events, connection } = begin();
    connection.close();
    await calls[0]?.answer({ frames: ['late'] });
    expect([events, calls.length, calls[0]?.init.signal?.aborted]).toEqual([[], 1, true]);
  });
});
