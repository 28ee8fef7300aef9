import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Demo } from '../src/cli/demo.ts';

/** Sites and relays of a test. Real servers, because browsers treat fulfilled responses differently. */
export interface TestServers {
  /** Starts a site. `html` returns its page for each request. The package's modules are below `/foyer-chat/`. */
  site(html: () => string): Promise<string>;
  /** Starts a relay that allows these origins. */
  relay(...origins: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export function createTestServers(demo: Demo, relayModule: string): TestServers {
  const closers: (() => Promise<void>)[] = [];
  return {
    async site(html) {
      const server = createServer(({ url = '/' }, response) => {
        const isModule = url.startsWith('/foyer-chat/');
        response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
        if (!isModule) return response.end(html());
        // On a connection of its own: the demo may just be closing an idle one.
        return get(demo.siteUrl + url, { agent: false }, (answer) => answer.pipe(response));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      closers.push(
        () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      );
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async relay(...origins) {
      const { parseConfig, startRelay } = (await import(
        relayModule
      )) as typeof import('../src/relay/index.ts');
      const config = parseConfig(
        {
          FOYER_PORT: '0',
          FOYER_MESSAGING_URL: demo.emulator.messagingUrl,
          FOYER_CONNECTOR_TOKEN: demo.emulator.connectorToken,
          FOYER_HOST_IDENTIFIER: demo.emulator.hostIdentifier,
          FOYER_ALLOWED_ORIGINS: origins.join(),
          FOYER_LOG_LEVEL: 'silent',
        },
        { read: () => undefined },
      );
      if (!config.ok) throw new Error(JSON.stringify(config.error));
      const relay = await startRelay(config.value);
      closers.push(relay.close);
      return relay.url;
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
