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

/** Opens a slow client. Resolves when the server has closed its connection. */
function openSlowClient(url: string, start: string): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(start));
    const trickle = setInterval(() => {
      if (start !== '' && socket.writable) socket.write('a');
    }, 1_000);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickle);
      resolve();
    });
  });
}

/**
 * Opens 250 slow clients whose requests begin with `head`. Resolves when the server has closed all of them, to the results of
 * `probe` in the meantime.
 */
export async function sendSlowClients<T>(url: string, head: string, probe: () => Promise<T>): Promise<T[]> {
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
  return probed;
}
