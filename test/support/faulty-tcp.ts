import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Clock } from '../../src/base/clock.ts';

/** `silent`: nothing passes any more. `answer`: connections get this text and end. */
export type TcpFault =
  | { readonly type: 'none' }
  | { readonly type: 'silent' }
  | { readonly type: 'slow'; readonly delayMs: number }
  | { readonly type: 'answer'; readonly text: string };

export interface FaultyTcp {
  readonly port: number;
  /** Breaks the open connections, unless they only become slow. */
  begin(fault: TcpFault): void;
  /** Breaks the connections that a fault has touched. */
  end(): void;
  /** New connections go there. */
  redirect(port: number): void;
  close(): Promise<void>;
}

/** Passes TCP connections of this machine on to a port, with faults. */
export async function startFaultyTcp(target: number, clock: Clock): Promise<FaultyTcp> {
  let to = target;
  let fault: TcpFault = { type: 'none' };
  const open = new Set<Socket>();

  function pass(from: Socket, onward: Socket): void {
    const inTime = (fn: () => void) => {
      if (fault.type === 'slow') clock.after(fault.delayMs, fn);
      else if (fault.type !== 'silent') fn();
    };
    from.on('data', (bytes) => inTime(() => onward.write(bytes)));
    from.on('end', () => inTime(() => onward.end()));
    from.on('error', () => onward.destroy());
    from.on('close', () => {
      open.delete(from);
      inTime(() => onward.destroy());
    });
  }
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client);
    if (fault.type === 'answer') {
      const { text } = fault;
      client.on('error', () => {});
      client.once('data', () => client.end(text)).once('close', () => open.delete(client));
      return;
    }
    const onward = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    open.add(onward);
    pass(client, onward);
    pass(onward, client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    begin(next) {
      fault = next;
      if (next.type === 'answer') destroyAll();
    },
    end() {
      const wasSilent = fault.type === 'silent';
      fault = { type: 'none' };
      if (wasSilent) destroyAll();
    },
    redirect(port) {
      to = port;
    },
    async close() {
      fault = { type: 'none' };
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
