import { connect, type Socket } from 'node:net';

const COUNT = 50;

/** Clients that take their time, by what they send at first; what follows are single bytes, one a second. */
const startsOf = (head: string): readonly string[] => [
  '',
  'POST /chat',
  `${head}X-A: `,
  `${head}Content-Length: 16000\r\n\r\n{"locale":"`,
  `${head}Transfer-Encoding: chunked\r\n\r\n3e80\r\n{"locale":"`,
];

/** Resolves, when one has been sent away, to how many milliseconds that took. */
function slow(url: string, start: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(start));
    const trickle = setInterval(() => start !== '' && socket.writable && socket.write('a'), 1_000);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickle);
      resolve(performance.now() - startedAt);
    });
  });
}

/**
 * 250 slow clients at once, whose requests begin with `head`. Resolves when all of them have been sent away: to what the
 * last one had, and to what `probe` was told meanwhile. The limits are Node's own and run on the machine's clock.
 */
export async function sendSlowClients<T>(url: string, head: string, probe: () => Promise<T>) {
  let isOver = false;
  const closed = Promise.all(
    startsOf(head).flatMap((start) => Array.from({ length: COUNT }, () => slow(url, start))),
  ).finally(() => {
    isOver = true;
  });
  const probed: T[] = [];
  while (!isOver) {
    probed.push(await probe());
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))]);
  }
  return { probed, longestMs: Math.max(...(await closed)) };
}
