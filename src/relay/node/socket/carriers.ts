import type { Services } from '../../services/services.ts';
import type { OpenUpstream } from '../outbound/open-socket.ts';
import { createOpenConnections, type OpenConnectionsPorts } from './open-connections.ts';
import { createPlatformOpener } from './open-platform.ts';
import { createPolls } from './polls.ts';
import { createSocketProxy, type SocketProxyPorts } from './socket-proxy.ts';

export interface CarriersPorts
  extends Omit<SocketProxyPorts, 'connections' | 'platform'>,
    OpenConnectionsPorts,
    Services {
  readonly openUpstream: OpenUpstream;
}

/** Carries visitors' conversations between their browsers and the platform. */
export function createCarriers(ports: CarriersPorts) {
  const connections = createOpenConnections(ports);
  const platform = createPlatformOpener({ ...ports, connections });
  const proxy = createSocketProxy({ ...ports, connections, platform });
  const polls = createPolls({ ...ports, connections, platform });
  let closing: Promise<void> | undefined;
  return {
    polls,
    upgrade: proxy.upgrade,
    /** Closes each connection at a random time within `inMs`; new ones may open until `close`. */
    drain: connections.drain,
    /** Closes every visitor's connection and waits up to 5 s for them to end. Idempotent. */
    close(): Promise<void> {
      proxy.end();
      platform.end();
      closing ??= connections.close().then(polls.end);
      return closing;
    },
  };
}
