import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port of loopback that passes everything on to another one, and keeps what the callers said, a text for each connection. */
export interface Tap {
  readonly port: number;
  readonly heard: readonly string[];
  close(): Promise<void>;
}

/** Leads all that one side says to the other, and tells it when it has gone. */
function lead(from: Socket, to: Socket) {
  from.on('error', () => from.destroy());
  from.on('close', () => to.destroySoon());
  from.pipe(to);
}

export async function openTap(port: number): Promise<Tap> {
  const heard: string[] = [];
  const open: Socket[] = [];
  const server = createServer((caller) => {
    const at = heard.push('') - 1;
    const called = connect(port, '127.0.0.1');
    open.push(caller, called);
    caller.on('data', (bytes) => {
      heard[at] += bytes.toString('latin1');
    });
    lead(caller, called);
    lead(called, caller);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}
