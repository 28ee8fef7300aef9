import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SHOP, useBench } from './support/bench.ts';

const COUNT = 50;
const HEAD = `POST /chat/sessions HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Type: application/json\r\n`;

/** Clients that take their time, by what they send at first; what follows are single bytes, one a second. */
const KINDS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['half a line', 'POST /chat'],
  ['half of the headers', `${HEAD}X-A: `],
  ['half of a body', `${HEAD}Content-Length: 16000\r\n\r\n{"locale":"`],
  ['half of a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n3e80\r\n{"locale":"`],
];

describe('slow clients (S-56)', () => {
  const open = useBench();
  const trickles: NodeJS.Timeout[] = [];
  afterEach(() => {
    for (const timer of trickles.splice(0)) clearInterval(timer);
  });

  // The limits are Node's own and run on the machine's clock: this waits for them to be kept.
  it('are sent away within 25 seconds, while everybody else is served', { timeout: 60_000 }, async () => {
    const { url, call, upstream } = await open();
    const startedAt = performance.now();
    const slow = (start: string) =>
      new Promise<number>((resolve) => {
        const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(start));
        const trickle = setInterval(() => start !== '' && socket.writable && socket.write('a'), 1_000);
        trickles.push(trickle);
        socket.resume();
        socket.on('error', () => {});
        socket.on('close', () => {
          clearInterval(trickle);
          resolve(performance.now() - startedAt);
        });
      });
    let isOver = false;
    const closed = Promise.all(
      KINDS.flatMap(([, start]) => Array.from({ length: COUNT }, () => slow(start))),
    ).finally(() => {
      isOver = true;
    });
    const served: number[] = [];
    while (!isOver) {
      served.push((await call('/healthz')).status);
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))]);
    }
    expect(served.filter((it) => it !== 200)).toEqual([]);
    expect(Math.max(...(await closed))).toBeLessThan(25_000);
    expect(upstream.received).toEqual([]);
  });
});
