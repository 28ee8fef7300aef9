// TypeScript finds the types of Node by this line only: the declarations of the package name some.
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
import { type Side, sideOf } from '../http/sides.ts';
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
import { createHandshakeRefusal } from './socket/refuse-handshake.ts';
import { createSocketProxy, type SocketProxy } from './socket/socket-proxy.ts';
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
  /** Requests per minute, to override those of the configuration. */
  readonly limits: Partial<Limits>;
  /** The folder with `widget.js`, `frame.js` and `assets/`; default: that of the package. */
  readonly browserFolder: string;
}

/** Dependencies of a relay in a server of one's own, and what it serves there. */
export interface RelaySettings extends RelayPorts {
  /** Requests that are answered; all others get 404. Default: all, or with `FOYER_ADMIN_LISTEN` those of visitors. */
  readonly side: Side;
}

/** The relay for a server of one's own. */
export interface Relay extends Serving {
  /**
   * Answers a request of a server that is not one of Node. Never rejects. Without the peer's address all visitors share one rate limit. The URL of a `Request` has no
   * dot segments any more, whatever the client sent, so rules by path in front need a `side` (S-105).
   */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /**
   * Listens to the event `upgrade` of a server of Node: `server.on('upgrade', relay.upgrade)`. With `FOYER_SOCKET=proxy` it opens
   * visitors' sockets; without it no handshake of a visitor can succeed. It refuses every other handshake, so a server with sockets
   * of its own passes only those of `/chat/ws`. Requests for another protocol than WebSocket go back to the server as plain ones.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Serves on for the time of `FOYER_DRAIN_S`, with 503 for `/readyz`, while visitors' sockets close at random times. Resolves
   * when the time is over. Idempotent.
   */
  drain(): Promise<void>;
  /**
   * Takes over the sites, their branding and secrets, and the admin keys of a configuration that was read again. Sessions and sockets
   * go on. An invalid one changes nothing: the log, `/readyz` and the metrics say so.
   */
  reconfigure(parsed: Result<RelayConfig, readonly ConfigIssue[]>): Promise<void>;
  /** Closes visitors' sockets, which takes up to 5 s, and aborts all calls to the platform that are in progress. Idempotent. */
  close(): Promise<void>;
}

/** A relay with the parts that a Node server needs in addition. */
interface RelayCore extends ComposedRelay, Pick<Relay, 'upgrade'> {
  serve(side: Side): OwnServing;
}

/** Creates a relay. Until the first request it opens no socket and no timer, except those of its store and of the metrics. */
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

/** @param side the side of `upgrade` */
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
  let sockets: SocketProxy | undefined;
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
    openSockets:
      config.socket === 'proxy' && side !== 'operators'
        ? (parts) => {
            sockets = createSocketProxy({ ...services, ...parts, random, refuse, openUpstream });
            return sockets;
          }
        : undefined,
  });
  return {
    ...composed,
    upgrade: createUpgradeListener(sockets, refuse),
    serve: (side) => createServing(composed, config, side),
  };
}
