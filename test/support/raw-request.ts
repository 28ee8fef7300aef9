import { connect } from 'node:net';

/** Sends raw bytes to a server on loopback. Resolves to all bytes that it returns until it closes the connection. */
export function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      received += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** Counts the responses in received bytes and reads the status of the first one. */
export function countResponses(text: string): {
  readonly count: number;
  readonly status: number | undefined;
} {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { count: statuses.length, status: statuses[0] };
}
