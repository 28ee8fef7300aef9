import type { OriginCheck, ProblemCode, SessionGrant, SessionState } from '../protocol/relay.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';

/** The relay's answer to a call. `body` is sent as JSON unless it is a text. */
export interface RelayAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `hang`: never answers; `refuse`: the relay cannot be reached. */
export type RelayReply = RelayAnswer | 'hang' | 'refuse';

/** Sessions behind the relay. `undefined`: the platform does not know the session. */
export interface RelaySessions {
  create(): SessionGrant;
  resume(sessionId: string): SessionGrant | undefined;
  stateOf(sessionId: string): SessionState;
  remove(sessionId: string): void;
}

const problem = (status: number, code: ProblemCode): RelayAnswer => ({
  status,
  body: { type: 'about:blank', title: code, status, code, errors: [], request_id: 'request-1' },
  headers: { 'Content-Type': 'application/problem+json' },
});

const SESSION = /^\/chat\/sessions\/([^/]+)(\/resume|\/feedback|\/context|\/seen)?$/;

/** Answers a call to the relay's routes for visitors (contract §4). `call` is a method and a path, as `POST /chat/sessions`. */
export function relayAnswer(call: string, sessions: RelaySessions, config: WidgetConfig): RelayAnswer {
  const [method, path = ''] = call.split(' ');
  if (call === 'POST /chat/sessions') return { status: 201, body: sessions.create() };
  if (call === 'GET /chat/config') return { status: 200, body: config };
  if (call === 'GET /chat/origin-check')
    return { status: 200, body: { allowed: true, origin: null } satisfies OriginCheck };
  const [, encodedId, action] = SESSION.exec(path) ?? [];
  if (encodedId === undefined) return problem(404, 'not_found');
  const id = decodeURIComponent(encodedId);
  switch (`${method} ${action ?? ''}`) {
    case 'POST /resume': {
      const grant = sessions.resume(id);
      return grant ? { status: 200, body: grant } : problem(404, 'session_unknown');
    }
    case 'POST /feedback':
    case 'POST /context':
    case 'PUT /seen':
      return { status: 204 };
    case 'GET ':
      return { status: 200, body: { state: sessions.stateOf(id) } };
    case 'DELETE ':
      sessions.remove(id);
      return { status: 204 };
    default:
      return problem(405, 'method_not_allowed');
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The answer as a response of `fetch`. */
export function responseOf({ status, body, headers }: RelayAnswer): Response {
  const text = isText(body) ? body : JSON.stringify(body ?? {});
  // Such a response may have no body, not even an empty one.
  return new Response(status === 204 ? null : text, {
    status,
    headers: { ...(!isText(body) && { 'Content-Type': 'application/json' }), ...headers },
  });
}
