import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** TCP proxy on loopback that records the bytes of the callers, one text per connection. */
export interface RecordingProxy {
  readonly port: number;
  readonly received: readonly string[];
  close(): Promise<void>;
}

/** Forwards data from one socket to the other and ends the other when the first one closes. */
function forward(from: Socket, to: Socket) {
  from.on('error', () => from.destroy());
  from.on('close', () => to.destroySoon());
  from.pipe(to);
}

export async function openRecordingProxy(port: number): Promise<RecordingProxy> {
  const received: string[] = [];
  const open: Socket[] = [];
  const server = createServer((caller) => {
    const at = received.push('') - 1;
    const target = connect(port, '127.0.0.1');
    open.push(caller, target);
    caller.on('data', (bytes) => {
      received[at] += bytes.toString('latin1');
    });
    forward(caller, target);
    forward(target, caller);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}
