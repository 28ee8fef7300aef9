import type { FakeClock } from '../fake-clock.ts';
import type { Fates } from './fate.ts';
import type { Platform } from './platform.ts';
import type { Session } from './session.ts';

/** A page that calls. */
export interface Caller {
  isOnline(): boolean;
  /** A call goes out, as "POST /chat/sessions/{id}/resume"; the returned function says that it is over. */
  begins(call: string): () => void;
  /** The relay has answered, and the answer gets through. */
  answered(call: string, status: number): void;
}

export interface Relay {
  /** The network of one page. */
  fetchFor(caller: Caller): typeof fetch;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfter?: string;
}

const LATENCY_MS = 40;
const SLOW_MS = 3_000;
/** What the relay says when it does nothing else. */
const TROUBLE: Record<string, Answer> = {
  429: { status: 429, body: { code: 'too_many_requests' }, retryAfter: '3' },
  503: { status: 503, body: { code: 'upstream_unreachable' }, retryAfter: '2' },
  500: { status: 500, body: 'no JSON' },
};

/** The relay: it finds, creates and forgets sessions, and tries a handshake when it is asked what became of one. */
export function createRelay(platform: Platform, { clock, fates }: { clock: FakeClock; fates: Fates }): Relay {
  const forgotten = new Set<string>();

  const known = (id: string): Session | undefined =>
    forgotten.has(id) ? undefined : platform.sessions.get(id);
  const grant = ({ id, ways }: Session) => ({
    session_id: id,
    access_token: `token-of-${id}`,
    expires_in: 900,
    websocket_url: 'wss://platform.example.test/ws',
    dialect: ways.dialect,
  });

  function answer(method: string, path: string): Answer {
    const [, , , id = '', resume] = path.split('/');
    if (method === 'POST' && id === '') return { status: 201, body: grant(platform.create()) };
    if (method === 'DELETE') {
      forgotten.add(id);
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

  function call(caller: Caller, input: string, { method = 'GET', signal }: RequestInit): Promise<Response> {
    const path = new URL(input).pathname;
    const name = `${method} ${path.replace(/session-\d+/, '{id}')}`;
    return new Promise((resolve, reject) => {
      const over = caller.begins(name);
      const fail = () => {
        over();
        reject(new TypeError('unable to reach the relay'));
      };
      signal?.addEventListener('abort', fail);
      const fate = caller.isOnline() ? fates.next('relay') : 'fails';
      if (fate === 'hangs') return;
      clock.after(fate === 'slow' ? SLOW_MS : LATENCY_MS, () => {
        if (signal?.aborted) return;
        if (fate === 'fails' || !caller.isOnline()) return fail();
        const said = TROUBLE[fate] ?? answer(method, path);
        if (fate === 'answer-lost') return fail();
        over();
        caller.answered(name, said.status);
        resolve(responseTo(said));
      });
    });
  }

  return {
    fetchFor: (caller) => ((input: string, init: RequestInit) => call(caller, input, init)) as typeof fetch,
  };
}
