import { connect, type Socket } from 'node:net';

const COUNT = 50;

/** Beginnings of slow requests. After its beginning each client sends one byte per second. */
const requestStarts = (head: string): readonly string[] => [
  '',
  'POST /chat',
  `${head}X-A: `,
  `${head}Content-Length: 16000\r\n\r\n{"locale":"`,
  `${head}Transfer-Encoding: chunked\r\n\r\n3e80\r\n{"locale":"`,
];

/** Opens a slow client. Resolves to the number of seconds that it counted until the server closed its connection. */
function openSlowClient(url: string, start: string): Promise<number> {
  let seconds = 0;
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(start));
    const trickle = setInterval(() => {
      seconds += 1;
      if (start !== '' && socket.writable) socket.write('a');
    }, 1_000);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickle);
      resolve(seconds);
    });
  });
}

/**
 * Opens 250 slow clients whose requests begin with `head`. Resolves when the server has closed all of them, to the highest
 * number of seconds that a client counted and to the results of `probe` in the meantime. The limits are Node's own and use
 * the system clock; a client that counts ticks waits with its server when the machine is busy.
 */
export async function sendSlowClients<T>(url: string, head: string, probe: () => Promise<T>) {
  let isOver = false;
  const closed = Promise.all(
    requestStarts(head).flatMap((start) => Array.from({ length: COUNT }, () => openSlowClient(url, start))),
  ).finally(() => {
    isOver = true;
  });
  const probed: T[] = [];
  while (!isOver) {
    probed.push(await probe());
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200))]);
  }
  return { probed, seconds: Math.max(...(await closed)) };
}
