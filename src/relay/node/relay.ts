// Only this line gives TypeScript the types of Node to the package's declarations.
/// <reference types="node" preserve="true" />
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { packageRoot } from '../../base/package-root.ts';
import type { Result } from '../../base/result.ts';
import type { Lookup } from '../admin/api/public-url.ts';
import { type ComposedRelay, composeRelay } from '../compose.ts';
import type { RelayConfig } from '../config/config.ts';
import type { ConfigIssue } from '../config/sources.ts';
import type { Peer } from '../http/client-address.ts';
import { type Side, sideOf } from '../http/listeners.ts';
import type { Limits } from '../store/limits.ts';
import type { Connect } from '../upstream/handshake.ts';
import type { Post } from '../upstream/post.ts';
import { folderAt } from './files.ts';
import { connectBy } from './outbound/connect.ts';
import { systemLookup } from './outbound/lookup.ts';
import { openUpstreamBy } from './outbound/open-socket.ts';
import { openOutbound } from './outbound/outbound.ts';
import { postJsonBy } from './outbound/post-json.ts';
import { inTrace, tracedPost } from './outbound/tracing.ts';
import { openServices, type ServicesPorts } from './services.ts';
import { createServing, type OwnServing, type Serving } from './serving.ts';
import { createCarriers } from './socket/carriers.ts';
import { createHandshakeRefusal } from './socket/refuse-handshake.ts';
import type { SocketProxy } from './socket/socket-proxy.ts';
import { createUpgradeListener } from './socket/upgrade-listener.ts';

/** Dependencies of a relay; each has a default. */
export interface RelayPorts extends ServicesPorts {
  /** For the messaging host's tokens and sessions. */
  readonly post: Post;
  /** Resolves the hosts of webhook endpoints; default: the system's. */
  readonly lookup: Lookup;
  readonly connect: Connect;
  /** In [0, 1): spreads the closes of sockets; default: `Math.random`. */
  readonly random: () => number;
  /** Requests per minute; overrides the configuration. */
  readonly limits: Partial<Limits>;
  /** The folder with `widget.js`, `frame.js` and `assets/`; default: the package's own. */
  readonly browserFolder: string;
}

/** Settings of a relay in a custom server. */
export interface RelaySettings extends RelayPorts {
  /** Requests to answer; all others get 404. Default: all, or with `FOYER_ADMIN_LISTEN` those from visitors. */
  readonly side: Side;
}

/** A relay for custom servers. */
export interface Relay extends Serving {
  /**
   * Answers a request, in servers other than Node's. Never rejects. Without the peer's address all visitors share one rate limit.
   * `Request` removes dot segments from its URL, so path rules in front of the relay need a `side` (S-105).
   */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /**
   * Listener for the event `upgrade` of a Node server: `server.on('upgrade', relay.upgrade)`. It opens visitors' sockets to
   * the relay, unless `FOYER_CARRIERS` excludes them. It refuses all other handshakes, so a server with other sockets passes only
   * `/chat/ws`. Requests for other protocols than WebSocket return to the server as plain requests.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Serves for `FOYER_DRAIN_S` more seconds. Meanwhile `/readyz` answers 503, and visitors' sockets close at random times. Resolves
   * at the end. Idempotent.
   */
  drain(): Promise<void>;
  /**
   * Applies the sites, branding, secrets and admin keys of a new configuration. Sessions and sockets continue. An invalid
   * configuration changes nothing: the log, `/readyz` and the metrics report it.
   */
  reconfigure(parsed: Result<RelayConfig, readonly ConfigIssue[]>): Promise<void>;
  /** Closes visitors' sockets within 5 s and aborts all calls to the platform. Idempotent. */
  close(): Promise<void>;
}

/** A relay with additional functions for Node servers. */
interface RelayCore extends ComposedRelay, Pick<Relay, 'upgrade'> {
  serve(side: Side): OwnServing;
}

/** Creates a relay. Before the first request only its store and its metrics open sockets and timers. */
export function createRelay(
  config: RelayConfig,
  { side = sideOf(config), ...ports }: Partial<RelaySettings> = {},
): Relay {
  const { fetch, serve, upgrade, reconfigure, drain, close } = createRelayCore(config, ports, side);
  const { listener, createServer, upgraded } = serve(side);
  return {
    fetch: (request, peer) => fetch(request, peer, side),
    listener,
    createServer,
    upgrade(request, socket, head) {
      upgraded(request.socket);
      upgrade(request, socket, head);
    },
    reconfigure,
    drain,
    close,
  };
}

/** @param side the requests that `upgrade` answers */
export function createRelayCore(config: RelayConfig, ports: Partial<RelayPorts>, side: Side): RelayCore {
  const outbound = openOutbound(config.certificates);
  const openUpstream = openUpstreamBy(outbound);
  const {
    post = postJsonBy(outbound),
    lookup = systemLookup,
    connect = connectBy(openUpstream),
    fetch = outbound.fetch,
    random = Math.random,
  } = ports;
  const closing = new AbortController();
  const ending = new AbortController();
  const signals = { stop: closing.signal, ending: ending.signal };
  const services = openServices(config, { ...ports, fetch }, signals);
  const refuse = createHandshakeRefusal(services.log, services.metrics);
  let sockets: Pick<SocketProxy, 'upgrade'> | undefined;
  const composed = composeRelay(config, {
    services,
    closing,
    ending,
    post: tracedPost(post),
    connect,
    lookup,
    folders: {
      browser: folderAt(ports.browserFolder ?? join(packageRoot(), 'dist/browser')),
      console: folderAt(join(packageRoot(), 'dist/console')),
    },
    limits: ports.limits,
    inTrace,
    loadMcp: () => import('@modelcontextprotocol/server'),
    carry:
      config.carriers.some((carrier) => carrier !== 'direct') && side !== 'operators'
        ? (parts) => {
            const carriers = createCarriers({ ...services, ...parts, random, refuse, openUpstream });
            if (config.carriers.includes('relay')) sockets = carriers;
            return carriers;
          }
        : undefined,
  });
  return {
    ...composed,
    upgrade: createUpgradeListener(sockets, refuse),
    serve: (side) => createServing(composed, config, side),
  };
}
