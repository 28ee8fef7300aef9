import { err } from '../../base/result.ts';
import { newSecret } from '../access/secrets.ts';
import type { Desk } from '../desk/desk.ts';
import { createDeskApp } from '../desk/desk-routes.ts';
import type { ConnectionRegistry } from '../faults/connection-registry.ts';
import { createControlApi } from '../faults/control-api.ts';
import type { Faults } from '../faults/faults.ts';
import { createFaultyConnections } from '../faults/faulty-connection.ts';
import { createHandshakeInterceptor, createRequestInterceptor } from '../faults/interceptor.ts';
import { OWN_PROJECT } from '../model/project.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Bootstrap } from './bootstrap.ts';
import { createAccessTokens } from './messaging/access-tokens.ts';
import type { Connector } from './messaging/connectors.ts';
import { createContextReceiver } from './messaging/context-receiver.ts';
import type { ContextFields } from './messaging/context-token.ts';
import { checkHandshake } from './messaging/handshake.ts';
import { createMessagingApp } from './messaging/messaging-routes.ts';
import { serveSockets } from './messaging/sockets.ts';
import { createRestHosts } from './rest-hosts.ts';

interface HostPorts {
  readonly sessions: Sessions;
  readonly desk: Desk;
  readonly faults: Faults;
  readonly connections: ConnectionRegistry;
  /** The sites' contexts of their visitors, by session id. */
  readonly contexts: Map<string, ContextFields>;
}

const defaultConnector = ({ journal }: Store): Connector => ({
  token: journal.setting('connector_token', () => newSecret('emulator-')),
  hosts: ['localhost', '127.0.0.1'],
});

/** Attaches the apps and the sockets to the servers of the three hosts. `closeSockets` is idempotent. */
export function serveHosts(parts: Bootstrap, { sessions, desk, faults, connections, contexts }: HostPorts) {
  const { options, store, hosts, clock, log } = parts;
  const { journal } = store;
  const now = () => clock.now();
  const shared = { ...parts, sessions, desk, faults, now, injectedRefusal: faults.refuseCall };
  const connectors = options.connectors ?? [defaultConnector(store)];
  const tokens = createAccessTokens(journal.setting('signing_secret', newSecret));

  const messaging = createMessagingApp({
    ...shared,
    connectors,
    tokens,
    control: createControlApi(options, shared),
    context: createContextReceiver(options.contextKey, { journal, sessions, contexts, now }),
    desk: createDeskApp(options, shared),
  });
  const rest = createRestHosts(options, { ...shared, ownProject: OWN_PROJECT, baseUrl: hosts.base.url });

  const intercept = createRequestInterceptor(faults, clock);
  hosts.messaging.server.on('request', intercept('messaging', messaging.fetch));
  hosts.base.server.on('request', intercept('base', rest.base.fetch));
  hosts.platform.server.on('request', intercept('platform', rest.platform.fetch));
  const closeSockets = serveSockets(hosts.messaging.server, {
    interceptHandshake: createHandshakeInterceptor(faults, clock),
    check(query) {
      const refusal = faults.refuseHandshake(query.get('session_id'));
      return refusal ? err(refusal) : checkHandshake(query, { tokens, journal, sessions, now });
    },
    openConnection: createFaultyConnections(faults, connections, clock),
    log,
  });
  return { connector: connectors[0], keys: rest.keys, closeSockets };
}
