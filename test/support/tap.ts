import { type AddressInfo, connect, createServer } from 'node:net';

/** A port of loopback that passes everything on to another one, and keeps what the callers said, a text for each connection. */
export interface Tap {
  readonly port: number;
  readonly heard: readonly string[];
  close(): Promise<void>;
}

export async function openTap(to: number): Promise<Tap> {
  const heard: string[] = [];
  const server = createServer((caller) => {
    const at = heard.push('') - 1;
    const called = connect(to, '127.0.0.1');
    caller.on('data', (bytes) => {
      heard[at] += bytes.toString('latin1');
    });
    for (const socket of [caller, called]) socket.on('error', () => socket.destroy());
    caller.pipe(called).pipe(caller);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
