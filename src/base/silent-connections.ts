import type { Socket } from 'node:net';

/** Connections that have not carried a request. Browsers open some in advance, and Node does not count them as idle. */
export function createSilentConnections(maxPerAddress: number, onClose: () => void) {
  const byAddress = new Map<string, Set<Socket>>();
  const addresses = new WeakMap<Socket, string>();

  function remove(socket: Socket): void {
    // A closed socket has no address any more.
    const address = addresses.get(socket) ?? '';
    const sockets = byAddress.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) byAddress.delete(address);
  }

  return {
    /** Adds a new connection. Closes the oldest silent one of its address when there are too many (S-109). */
    add(socket: Socket): void {
      const address = socket.remoteAddress ?? '';
      const sockets = byAddress.get(address) ?? new Set();
      byAddress.set(address, sockets.add(socket));
      addresses.set(socket, address);
      socket.once('close', () => remove(socket));
      const [oldest] = sockets;
      if (sockets.size > maxPerAddress && oldest) {
        sockets.delete(oldest);
        oldest.destroy();
        onClose();
      }
    },
    /** Must be called when a request arrives. */
    delete: remove,
    destroyAll(): void {
      for (const sockets of byAddress.values()) for (const socket of sockets) socket.destroy();
    },
  };
}
