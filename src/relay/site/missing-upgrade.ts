import { err } from '../../base/result.ts';
import type { Handler } from '../http/request-context.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../services/metrics.ts';

const OF_PROXY =
  'a handshake of a socket came without its Upgrade header; let the proxy in front pass Upgrade and Connection for /chat/ws (nginx: proxy_http_version 1.1)';
const OF_OWN_SERVER =
  "a handshake of a socket came as a plain request; let the server that calls the relay's fetch pass upgrades on: server.on('upgrade', relay.upgrade), or set FOYER_SOCKET=direct";

/** Headers that Node treats as an upgrade, unless its server has no listener for it. */
const isHandshake = (headers: Headers): boolean =>
  headers.get('upgrade')?.toLowerCase() === 'websocket' &&
  /\bupgrade\b/i.test(headers.get('connection') ?? '');

/**
 * Explains handshakes that a proxy, or a server around the relay, turned into plain requests: no chat connects then.
 * Each cause is logged once, since it affects every visitor.
 */
export function createMissingUpgrade(log: Log, metrics: Metrics): Handler {
  const logged = new Set<string>();
  return async (c) => {
    metrics.socketRefused(426);
    const remedy = isHandshake(c.req.raw.headers) ? OF_OWN_SERVER : OF_PROXY;
    if (!logged.has(remedy)) log.warn(remedy);
    logged.add(remedy);
    return err({ failed: 'upgrade-required' });
  };
}
