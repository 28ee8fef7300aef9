import { err, ok, type Result } from '../../base/result.ts';
import type { SessionGrant } from '../../protocol/relay.ts';
import type { Cors } from '../cors.ts';
import type { Sessions } from '../sessions.ts';
import { SOCKET_PATH, type Tickets } from './tickets.ts';

/** Why a handshake is refused: the platform's own statuses, and 403 for the page (spec messaging §3). */
export type RefusedStatus = 400 | 401 | 403 | 404;

export interface Admission {
  /** As the platform knows it, with its token: for the relay's eyes only. */
  readonly grant: SessionGrant;
  readonly cursor: number;
}

export interface Doorkeeper {
  readonly cors: Cors;
  readonly tickets: Tickets;
  readonly sessions: Sessions;
}

/** spec messaging §3: a number or `seq:` and a number; anything else is the full history. */
const cursorOf = (value: string | null): number =>
  Number(/^(?:seq:)?(\d{1,15})$/.exec(value ?? '')?.[1] ?? 0);

/** Decides about a handshake before the platform is asked. Rejects when the store is out of reach. */
export async function admit(
  request: Request,
  { cors, tickets, sessions }: Doorkeeper,
): Promise<Result<Admission, RefusedStatus>> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== SOCKET_PATH) return err(404);
  if (!cors.isSocketAllowed(request)) return err(403);
  const sessionId = searchParams.get('session_id');
  const ticket = searchParams.get('access_token');
  if (!sessionId || !ticket || request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return err(400);
  if (!(await tickets.redeem(ticket, sessionId))) return err(401);
  // A session that is bound to a browser wants its cookie here as well (contract §4).
  const grant = await sessions.granted(sessionId, request.headers.get('cookie'));
  return grant.ok ? ok({ grant: grant.value, cursor: cursorOf(searchParams.get('cursor')) }) : err(404);
}
