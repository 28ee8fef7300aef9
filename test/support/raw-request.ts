import { connect } from 'node:net';

/** Sends bytes as they are to a server on loopback and resolves to everything that comes back until it closes. */
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

/** How many answers there are in what came back, and the status of the first. */
export function answersIn(text: string): { readonly count: number; readonly status: number | undefined } {
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { count: statuses.length, status: statuses[0] };
}
