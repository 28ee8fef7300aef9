import { err, ok, type Result } from '../../../base/result.ts';
import type { RefusalKind } from '../../http/refusal-kind.ts';
import type { Cors } from '../../site/cors.ts';
import type { PlatformGrant } from '../../site/sessions.ts';
import type { Site } from '../../site/site.ts';
import type { Sites } from '../../site/sites.ts';
import { SOCKET_PATH } from '../../site/tickets.ts';

/** A refused handshake. The status is the same as the platform's (M-3.4 to M-3.7), or 403 for a disallowed origin. */
export interface HandshakeRefusal {
  readonly status: number;
  readonly retryInMs?: number;
  /** The rule of the relay that refused; undefined: the platform or no rule. */
  readonly kind?: RefusalKind;
}

export interface Admission {
  /** The platform's grant with its token. Must not be sent to the browser. */
  readonly grant: PlatformGrant;
  readonly site: Site;
  readonly cursor: number;
}

export interface AdmissionPorts {
  readonly cors: Cors;
  readonly sites: Sites;
}

/** M-3.2: a number, optionally after `seq:`; anything else means the full history. */
const cursorOf = (value: string | null): number =>
  Number(/^(?:seq:)?(\d{1,15})$/.exec(value ?? '')?.[1] ?? 0);

/**
 * Checks a handshake of a client before the platform is contacted. The first limit is local, so a flood does not reach the store.
 * Rejects if the store is unavailable.
 */
export async function admitHandshake(
  request: Request,
  client: string,
  { cors, sites }: AdmissionPorts,
): Promise<Result<Admission, HandshakeRefusal>> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== SOCKET_PATH) return err({ status: 404 });
  if (!sites.isOwnHost(request)) return err({ status: 421, kind: 'misdirected' });
  const site = sites.of(request);
  if (!site || !cors.isSocketAllowed(request)) return err({ status: 403, kind: 'origin' });
  const limited = await site.limits.consume('socketsByAddress', client);
  if (limited?.failed === 'too-many-requests')
    return err({ status: 429, retryInMs: limited.retryInMs, kind: 'rate_limit' });
  const sessionId = searchParams.get('session_id');
  const ticket = searchParams.get('access_token');
  if (!sessionId || !ticket || request.headers.get('upgrade')?.toLowerCase() !== 'websocket')
    return err({ status: 400, kind: 'invalid' });
  if (!(await site.tickets.redeem(ticket, sessionId))) return err({ status: 401, kind: 'ticket' });
  // A session with a cookie binding needs its cookie here as well (contract §4).
  const grant = await site.sessions.getGrant(sessionId, request.headers.get('cookie'));
  return grant.ok
    ? ok({ grant: grant.value, site, cursor: cursorOf(searchParams.get('cursor')) })
    : err({ status: 404 });
}
