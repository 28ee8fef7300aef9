import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createHandshakePace } from '../../../src/relay/node/socket/handshake-pace.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** A relay that carries `carried` sockets, and one more for each handshake whose turn comes, which the platform answers at once. */
function begin(carried: number, isAnswered = true) {
  const clock = createFakeClock();
  const seen = { carried, asked: 0, refused: 0 };
  const pace = createHandshakePace(clock, () => seen.carried);
  function arrive(): AbortController {
    const client = new AbortController();
    void pace.wait(client.signal).then((isTurn) => {
      if (!isTurn) seen.refused += 1;
      else if (isAnswered) {
        seen.carried += 1;
        pace.done();
      } else seen.asked += 1;
    });
    return client;
  }
  /** Lets the promises of a moment settle before the time goes on. */
  async function advance(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) {
      clock.advance(10);
      await Promise.resolve();
    }
  }
  return { clock, seen, pace, arrive, advance };
}

describe('the pace of handshakes', () => {
  it('opens at most a tenth of the sockets a second when one of two relays dies, and all within 7 s', async () => {
    const { seen, arrive, advance } = begin(2_500);
    for (let nth = 0; nth < 2_500; nth++) arrive();
    const opened: number[] = [];
    while (seen.carried < 5_000 && opened.length < 60) {
      const before = seen.carried;
      await advance(1_000);
      opened.push(seen.carried - before);
    }
    expect([Math.max(...opened) <= 500, opened.length, seen]).toEqual([
      true,
      7,
      { carried: 5_000, asked: 0, refused: 0 },
    ]);
  });

  it('lets a relay without sockets open 250 a second after a hundred at once', async () => {
    const { seen, arrive, advance } = begin(0);
    for (let nth = 0; nth < 1_000; nth++) arrive();
    await advance(0);
    const opened = [seen.carried];
    for (let second = 0; second < 4; second++) {
      await advance(1_000);
      opened.push(seen.carried);
    }
    expect(opened).toEqual([100, 350, 600, 850, 1_000]);
  });

  it('refuses a handshake that its browser would give up', async () => {
    const { seen, arrive, advance } = begin(0);
    for (let nth = 0; nth < 2_200; nth++) arrive();
    await advance(8_000);
    expect(seen).toEqual({ carried: 2_100, asked: 0, refused: 100 });
  });

  // A platform that answered slower than it was asked worked for browsers that had given up, and nobody came back.
  it('asks a slow platform no more than it may answer in a second, and the next when it has answered', async () => {
    const { seen, arrive, pace, advance } = begin(0, false);
    for (let nth = 0; nth < 1_000; nth++) arrive();
    await advance(4_000);
    const asked = [seen.asked];
    for (let nth = 0; nth < 40; nth++) pace.done();
    await advance(0);
    asked.push(seen.asked);
    expect(asked).toEqual([250, 290]);
  });

  it('gives no turn to a client that has left', async () => {
    const { seen, arrive, advance, clock } = begin(0);
    const clients = Array.from({ length: 200 }, arrive);
    for (const client of clients.slice(100)) client.abort();
    await new Promise((resolve) => setImmediate(resolve));
    const late = arrive();
    await advance(20);
    expect([seen, getEventListeners(late.signal, 'abort').length, clock.waiting()]).toEqual([
      { carried: 101, asked: 0, refused: 100 },
      0,
      0,
    ]);
  });

  it('ends every wait with the relay', async () => {
    const { seen, arrive, pace, clock, advance } = begin(0);
    for (let nth = 0; nth < 150; nth++) arrive();
    pace.end();
    await advance(0);
    expect([seen, clock.waiting()]).toEqual([{ carried: 100, asked: 0, refused: 50 }, 0]);
  });
});
