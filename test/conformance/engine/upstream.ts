import { createHmac } from 'node:crypto';
import { createRelay, filesIn, parseConfig } from '../../../src/relay/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import type { Answer, Response as RelayResponse, Reply } from './answers.ts';
import { RELAY, START_AT } from './page.ts';
import type { UpstreamCall, UpstreamRecord } from './recording.ts';
import { SECRETS } from './scenario.ts';

/** Real relay between the client and a scripted platform, for scenarios that check upstream calls. */

export interface Upstream extends UpstreamRecord {
  readonly failures: readonly string[];
  answer(name: string, answer: Answer, times: number): void;
  /** Expects the relay's next answer. A failure replaces it; any other answer is compared with it. */
  expect(operation: string, reply: Reply, upstreamCalls: number | undefined, times: number): void;
  /** The script has said what the relay answers next. */
  isExpecting(operation: string): boolean;
  scripted(operation: string): Reply | undefined;
  relay(operation: string, method: string, url: string, body: string | null): Promise<RelayResponse>;
  /** Creates a session earlier than the scenario, with this time to live. */
  createSession(expiresInS: number): Promise<void>;
  advance(ms: number): void;
  /** The platform signs its webhooks with a new secret. The relay, which knows both while it changes, hears both. */
  rotateSecret(): Promise<void>;
  /** Answers that nothing asked for. */
  unused(): string[];
}

const tokenFor = (expires_in: number): Answer => ({
  status: 200,
  json: { access_token: 'token-1', expires_in, token_type: 'Bearer' },
});

const DEFAULTS: Record<string, Answer> = {
  'access-token': tokenFor(86_400),
  sessions: { status: 200, json: { session_id: 'session-1' } },
};
const ORIGIN = 'https://shop.example.test';
const [OLD_SECRET, NEW_SECRET] = ['webhook-secret-until-it-changes', 'webhook-secret-from-then-on'];

const ENVIRONMENT = {
  FOYER_MESSAGING_URL: 'https://platform.example.test',
  FOYER_CONNECTOR_TOKEN: SECRETS.$CONNECTOR_TOKEN,
  FOYER_HOST_IDENTIFIER: 'shop.example.test',
  FOYER_ALLOWED_ORIGINS: ORIGIN,
  FOYER_DIALECT: 'poly',
  FOYER_LOG_LEVEL: 'silent',
  FOYER_WEBHOOK_SECRETS: `platform:${OLD_SECRET},platform:${NEW_SECRET}`,
};

/** Differences between the scripted and the real answer. `ws_url` counts as `websocket_url`. */
function differences(expected: Answer, status: number, body: string): string[] {
  const { ws_url, ...json } = (expected.json ?? {}) as Record<string, unknown>;
  const wanted: Record<string, unknown> = { ...json, ...(ws_url !== undefined && { websocket_url: ws_url }) };
  const found = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
  return [
    ...(Math.floor(status / 100) === Math.floor(expected.status / 100) ? [] : [`status ${status}`]),
    ...Object.keys(wanted).flatMap((key) =>
      found[key] === wanted[key] ? [] : [`${key}: expected ${wanted[key]}, found ${found[key]}`],
    ),
  ];
}

export function createUpstream(): Upstream {
  const clock = createFakeClock(START_AT);
  const config = parseConfig(ENVIRONMENT, filesIn('.'));
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const queued = new Map<string, Answer[]>();
  const expected = new Map<string, { readonly reply: Reply; readonly upstreamCalls: number | undefined }[]>();
  const calls: UpstreamCall[] = [];
  const responses: string[] = [];
  const failures: string[] = [];
  const relay = createRelay(config.value, {
    clock,
    post: async ({ url, headers, body }) => {
      const name = new URL(url).pathname.split('/').at(-1) ?? '';
      calls.push({ name, headers: new Headers(headers), body });
      const answer = queued.get(name)?.shift() ?? DEFAULTS[name] ?? { status: 404 };
      return {
        kind: 'answered',
        status: answer.status,
        retryAfter: new Headers(answer.headers).get('retry-after'),
        body: Buffer.from(answer.body ?? JSON.stringify(answer.json) ?? ''),
      };
    },
  });

  async function ask(method: string, url: string, body: string | null): Promise<RelayResponse> {
    const headers = new Headers({ Origin: ORIGIN });
    if (body !== null) headers.set('Content-Type', 'application/json');
    const response = await relay.fetch(new Request(url, { method, body, headers }));
    const text = await response.text();
    const given = Object.fromEntries(response.headers);
    responses.push(text, JSON.stringify(given));
    return { status: response.status, headers: given, body: response.status === 204 ? null : text };
  }

  /** Sends the relay a webhook. Returns the status of its answer. */
  async function deliver(id: string, secret: string): Promise<number> {
    const body = JSON.stringify({ id, type: 'alerts.triggered', data: {} });
    const timestamp = String(Math.floor(clock.now() / 1_000));
    const headers = {
      'Content-Type': 'application/json',
      'X-PolyAI-Timestamp': timestamp,
      'X-PolyAI-Signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
      'X-PolyAI-Event-ID': id,
    };
    const url = `${RELAY}/admin/v1/webhooks/platform`;
    return (await relay.fetch(new Request(url, { method: 'POST', body, headers }))).status;
  }

  const isFailure = (reply: Reply) => typeof reply === 'string' || reply.status >= 400;

  return {
    calls,
    responses,
    failures,
    answer: (name, answer, times) =>
      queued.set(name, [...(queued.get(name) ?? []), ...Array.from({ length: times }, () => answer)]),
    expect(operation, reply, upstreamCalls, times) {
      const { expires_in } = (typeof reply === 'object' && (reply.json as { expires_in?: number })) || {};
      // Without a script for the platform, its token lives as long as the relay is expected to say.
      if (operation === 'create' && expires_in !== undefined && !queued.has('access-token'))
        queued.set('access-token', [tokenFor(expires_in)]);
      expected.set(operation, [
        ...(expected.get(operation) ?? []),
        ...Array.from({ length: times }, () => ({ reply, upstreamCalls })),
      ]);
    },
    isExpecting: (operation) => (expected.get(operation) ?? []).length > 0,
    scripted(operation) {
      const [next] = expected.get(operation) ?? [];
      if (!next || !isFailure(next.reply)) return undefined;
      expected.get(operation)?.shift();
      return next.reply;
    },
    async relay(operation, method, url, body) {
      const before = calls.length;
      const answer = await ask(method, url, body);
      const next = expected.get(operation)?.shift();
      if (!next || typeof next.reply === 'string') return answer;
      const differencesFound = differences(next.reply, answer.status, answer.body ?? '');
      if (next.upstreamCalls !== undefined && calls.length - before !== next.upstreamCalls)
        differencesFound.push(
          `upstream calls: expected ${next.upstreamCalls}, found ${calls.length - before}`,
        );
      failures.push(...differencesFound.map((difference) => `relay ${operation}: ${difference}`));
      return answer;
    },
    async createSession(expiresInS) {
      queued.set('access-token', [tokenFor(expiresInS), ...(queued.get('access-token') ?? [])]);
      queued.set('sessions', [
        { status: 200, json: { session_id: 'session-1' } },
        ...(queued.get('sessions') ?? []),
      ]);
      await ask('POST', `${RELAY}/chat/sessions`, JSON.stringify({ platform: 'web', streaming: true }));
      calls.length = 0;
      responses.length = 0;
    },
    advance: clock.advance,
    async rotateSecret() {
      for (const [id, secret, expectedStatus] of [
        ['signed-before', OLD_SECRET, 200],
        ['signed-after', NEW_SECRET, 200],
        ['signed-by-another', 'webhook-secret-of-somebody-else', 401],
      ] as const) {
        const status = await deliver(id, secret);
        if (status !== expectedStatus)
          failures.push(`webhook ${id}: expected status ${expectedStatus}, found ${status}`);
      }
    },
    unused: () => [
      ...[...queued].flatMap(([name, answers]) => answers.map(() => `upstream ${name}`)),
      ...[...expected].flatMap(([operation, answers]) => answers.map(() => `relay ${operation}`)),
    ],
  };
}
