import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { SOCKET_URL } from './scenario.ts';

/** Relay answers in the scenarios' spelling, converted to the contract's (contract §4). */

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly delay_ms?: number | undefined;
}
/** `hang`: no response ever; `refuse`: the network fails immediately. */
export type Reply = Answer | 'hang' | 'refuse';

const GRANT = { session_id: 'session-1', access_token: 'token-1', ws_url: SOCKET_URL, expires_in: 900 };

const DEFAULTS: Readonly<Record<string, Answer>> = {
  create: { status: 201, json: GRANT },
  resume: { status: 200, json: GRANT },
  session_status: { status: 200, json: { state: 'alive' } },
  end: { status: 204 },
  config: { status: 200, json: DEFAULT_WIDGET_CONFIG },
};
/** Default answer of an operation. A resumed session is the requested one. */
export function defaultAnswer(operation: string, url: string): Answer | undefined {
  const number = /\/session-(\d+)\/resume$/.exec(new URL(url).pathname)?.[1];
  if (operation !== 'resume' || number === undefined) return DEFAULTS[operation];
  return {
    status: 200,
    json: { ...GRANT, session_id: `session-${number}`, access_token: `token-${number}` },
  };
}

const STATES: Record<number, string> = { 404: 'expired', 401: 'token_mismatch', 429: 'too_many_connections' };

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Converts `ws_url` to the contract's `websocket_url` and adds the scenarios' dialect. */
function toContract(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('ws_url' in json)) return json;
  const { ws_url, ...rest } = json;
  return { ...rest, websocket_url: ws_url, dialect: 'poly' };
}

export function responseTo(operation: string, { status, json, body, headers = {} }: Answer): Response {
  const state = operation === 'session_status' ? STATES[status] : undefined;
  if (state) return { status: 200, headers, body: JSON.stringify({ state }) };
  const text = body ?? (json === undefined ? '' : JSON.stringify(toContract(json)));
  return { status, headers, body: status === 204 ? null : text };
}

/** Operation of a request to the relay. */
export function operationOf(method: string, url: string): string {
  const { pathname } = new URL(url);
  if (pathname.endsWith('/chat/config')) return 'config';
  if (method === 'DELETE') return 'end';
  if (pathname.endsWith('/resume')) return 'resume';
  return method === 'GET' ? 'session_status' : 'create';
}
