import { otherDialect } from '../../../src/protocol/dialect.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Disruptions } from './disruptions.ts';
import type { Platform } from './platform.ts';
import type { Session } from './session.ts';

/** Page that calls the relay. */
export interface Caller {
  isOnline(): boolean;
  /** Reports a call, as "POST /chat/sessions/{id}/resume". Returns a function that reports its end. */
  callStarted(call: string): () => void;
  /** Reports a response that reached the page. */
  callAnswered(call: string, status: number): void;
}

export interface Relay {
  /** Creates the `fetch` of one page. */
  fetchFor(caller: Caller): typeof fetch;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfter?: string;
}

const LATENCY_MS = 40;
const SLOW_MS = 3_000;
/** Error responses by disruption. */
const ERRORS: Record<string, Answer> = {
  429: { status: 429, body: { code: 'too_many_requests' }, retryAfter: '3' },
  503: { status: 503, body: { code: 'upstream_unreachable' }, retryAfter: '2' },
  500: { status: 500, body: 'no JSON' },
};

/** Simulated relay: creates, resumes and deletes sessions and reports their state (M-3.8). */
export function createRelay(
  platform: Platform,
  { clock, disruptions }: { clock: FakeClock; disruptions: Disruptions },
): Relay {
  const deleted = new Set<string>();

  const known = (id: string): Session | undefined =>
    deleted.has(id) ? undefined : platform.sessions.get(id);
  const grant = ({ id, settings }: Session) => ({
    session_id: id,
    access_token: `token-of-${id}`,
    expires_in: 900,
    websocket_url: 'wss://platform.example.test/ws',
    dialect: settings.granted === 'wrong' ? otherDialect(settings.dialect) : settings.dialect,
    ...(settings.granted !== 'configured' && { dialect_assumed: true }),
  });

  function answer(method: string, path: string): Answer {
    const [, , , id = '', resume] = path.split('/');
    if (method === 'POST' && id === '') return { status: 201, body: grant(platform.create()) };
    if (method === 'DELETE') {
      deleted.add(id);
      return { status: 204 };
    }
    const session = known(id);
    if (!session) return { status: 404, body: { code: 'session_unknown' } };
    const state = platform.stateOf(session);
    if (resume === undefined) return { status: 200, body: { state } };
    return state === 'expired'
      ? { status: 410, body: { code: 'session_expired' } }
      : { status: 200, body: grant(session) };
  }

  const responseTo = ({ status, body, retryAfter }: Answer): Response =>
    ({
      ok: status < 300,
      status,
      headers: new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
      json: async () => (typeof body === 'object' ? body : JSON.parse('')),
    }) as unknown as Response;

  function callEnded(
    caller: Caller,
    input: string,
    { method = 'GET', signal }: RequestInit,
  ): Promise<Response> {
    const path = new URL(input).pathname;
    const name = `${method} ${path.replace(/session-\d+/, '{id}')}`;
    return new Promise((resolve, reject) => {
      const over = caller.callStarted(name);
      const fail = () => {
        over();
        reject(new TypeError('unable to reach the relay'));
      };
      signal?.addEventListener('abort', fail);
      const disruption = caller.isOnline() ? disruptions.next('relay') : 'fails';
      if (disruption === 'hangs') return;
      clock.after(disruption === 'slow' ? SLOW_MS : LATENCY_MS, () => {
        if (signal?.aborted) return;
        if (disruption === 'fails' || !caller.isOnline()) return fail();
        const said = ERRORS[disruption] ?? answer(method, path);
        if (disruption === 'answer-lost') return fail();
        over();
        caller.callAnswered(name, said.status);
        resolve(responseTo(said));
      });
    });
  }

  return {
    fetchFor: (caller) =>
      ((input: string, init: RequestInit) => callEnded(caller, input, init)) as typeof fetch,
  };
}
