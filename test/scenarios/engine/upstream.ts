import { createRelay, filesIn, parseConfig } from '../../../src/relay/index.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import type { Answer } from './far-side.ts';

/** The real relay between the client and a scripted platform, for scenarios that look at what goes upstream. */

export const SECRETS = {
  $CONNECTOR_TOKEN: 'connector-token-of-the-scenarios',
  $API_KEY: 'api-key-of-the-scenarios',
};

export interface UpstreamCall {
  readonly name: string;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Upstream {
  readonly calls: readonly UpstreamCall[];
  /** Everything the relay has answered, bodies and headers. */
  readonly said: readonly string[];
  answer(name: string, answer: Answer): void;
  fetch: typeof fetch;
}

const DEFAULTS: Record<string, Answer> = {
  'access-token': {
    status: 200,
    json: { access_token: 'token-1', expires_in: 86_400, token_type: 'Bearer' },
  },
  sessions: { status: 200, json: { session_id: 'session-1' } },
};
const ORIGIN = 'https://shop.example.test';

export function createUpstream(clock: FakeClock): Upstream {
  const config = parseConfig(
    {
      FOYER_MESSAGING_URL: 'https://platform.example.test',
      FOYER_CONNECTOR_TOKEN: SECRETS.$CONNECTOR_TOKEN,
      FOYER_HOST_IDENTIFIER: 'shop.example.test',
      FOYER_ALLOWED_ORIGINS: ORIGIN,
      FOYER_DIALECT: 'poly',
      FOYER_LOG_LEVEL: 'silent',
    },
    filesIn('.'),
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const queued = new Map<string, Answer[]>();
  const calls: UpstreamCall[] = [];
  const said: string[] = [];
  const relay = createRelay(config.value, {
    clock,
    fetch: (async (input: string | URL, init: RequestInit = {}) => {
      const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
      calls.push({ name, headers: new Headers(init.headers), body: JSON.parse(String(init.body ?? 'null')) });
      const answer = queued.get(name)?.shift() ?? DEFAULTS[name] ?? { status: 404 };
      return new Response(answer.body ?? JSON.stringify(answer.json), {
        status: answer.status,
        headers: { 'Content-Type': 'application/json', ...answer.headers },
      });
    }) as typeof fetch,
  });
  return {
    calls,
    said,
    answer: (name, answer) => queued.set(name, [...(queued.get(name) ?? []), answer]),
    fetch: (async (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Origin', ORIGIN);
      const { method = 'GET', body = null } = init;
      const response = await relay.fetch(new Request(url, { method, body, headers }));
      const text = await response.text();
      said.push(text, JSON.stringify([...response.headers]));
      return new Response(response.status === 204 ? null : text, {
        status: response.status,
        headers: response.headers,
      });
    }) as typeof fetch,
  };
}
