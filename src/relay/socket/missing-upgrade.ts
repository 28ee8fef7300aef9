import { err } from '../../base/result.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Log } from '../log.ts';
import type { Handler } from '../request-context.ts';

/** Message of the only warning, since every visitor behind such a proxy causes it. */
const REMEDY =
  'a handshake of a socket came without its Upgrade header; let the proxy in front pass Upgrade and Connection for /chat/ws (nginx: proxy_http_version 1.1)';

/** Answers handshakes that a proxy in front has turned into plain requests. Otherwise nobody learns why no chat connects. */
export function createMissingUpgrade(log: Log, metrics: Metrics): Handler {
  let hasWarned = false;
  return async () => {
    metrics.socketRefused(426);
    if (!hasWarned) log.warn(REMEDY);
    hasWarned = true;
    return err({ failed: 'upgrade-required' });
  };
}
