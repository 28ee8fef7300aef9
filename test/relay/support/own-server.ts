import type { AddressInfo } from 'node:net';
import {
  createRelay,
  type RelayConfig,
  type RelayPorts,
  type RunningRelay,
} from '../../../src/relay/index.ts';

/** True if a server passes upgrades on to the relay. */
type Upgrades = 'passed-on' | 'forgotten';

/** Starts a relay in a server of its user, which has a page of its own (docs/operations.md). */
export const startInOwnServer =
  (upgrades: Upgrades = 'passed-on') =>
  async (config: RelayConfig, ports: Partial<RelayPorts> = {}): Promise<RunningRelay> => {
    const relay = createRelay(config, ports);
    const server = relay.createServer((incoming, outgoing) => {
      if (incoming.url === '/own') outgoing.end('own');
      else relay.listener(incoming, outgoing);
    });
    if (upgrades === 'passed-on') server.on('upgrade', relay.upgrade);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      adminUrl: undefined,
      reconfigure: relay.reconfigure,
      drain: relay.drain,
      async close() {
        const closed = new Promise((resolve) => server.close(resolve));
        await relay.close();
        server.closeAllConnections();
        await closed;
      },
    };
  };
