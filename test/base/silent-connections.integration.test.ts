import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSilentConnections } from '../../src/base/silent-connections.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A server that closes silent connections beyond `maxPerAddress`. */
async function start(maxPerAddress: number) {
  let closed = 0;
  const silent = createSilentConnections(maxPerAddress, () => void closed++);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    silent.add(socket);
    socket.on('data', (text) => {
      silent.delete(socket);
      socket.write(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => new Promise((resolve) => server.close(resolve)));

  async function open(localAddress = '127.0.0.1'): Promise<{ socket: Socket; closed: Promise<unknown> }> {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {}).resume();
    closings.push(() => socket.destroy());
    const accepted = once(server, 'connection');
    const closed = once(socket, 'close');
    await Promise.all([once(socket, 'connect'), accepted]);
    return { socket, closed };
  }
  return { silent, open, closedByRule: () => closed };
}

async function answers({ socket }: { socket: Socket }): Promise<boolean> {
  const answer = once(socket, 'data').then(() => true);
  socket.write('hello');
  return Promise.race([answer, once(socket, 'close').then(() => false)]);
}

describe('S-109: silent connections', () => {
  it('give way to newer ones of their address, and to no others', async () => {
    const { open, closedByRule } = await start(2);
    const oldest = await open();
    const elsewhere = await open('127.0.0.2');
    const second = await open();
    const newest = await open();
    await oldest.closed;
    expect(closedByRule()).toBe(1);
    expect(await Promise.all([elsewhere, second, newest].map(answers))).toEqual([true, true, true]);
  });

  it('silent connections are no longer silent after a request', async () => {
    const { open } = await start(2);
    const used = await open();
    expect(await answers(used)).toBe(true);
    const oldest = await open();
    await open();
    await open();
    await oldest.closed;
    expect(await answers(used)).toBe(true);
  });

  it('silent connections are forgotten when they close, and destroyed together', async () => {
    const { open, silent } = await start(2);
    const left = await open();
    left.socket.destroy();
    await left.closed;
    const others = [await open(), await open()];
    silent.destroyAll();
    await Promise.all(others.map(({ closed }) => closed));
  });
});
