import { once } from 'node:events';
import { createServer } from 'node:net';

/** An address at which nobody listens: no server of another test gets a port below 1024 by asking for any. */
export const NOBODY = '127.0.0.1:2';

/** A port of loopback on which nobody listens yet. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
