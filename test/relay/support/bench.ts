import { afterEach, expect } from 'vitest';
import {
  type Limits,
  parseConfig,
  type RelayConfig,
  type RelayPorts,
  type RunningRelay,
  startRelay,
} from '../../../src/relay/index.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { sendRaw } from '../../support/raw-request.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { startUpstream, type Upstream } from './upstream.ts';

export const SHOP = 'https://shop.example.com';

/** Secrets with a shape that nothing else has, so that one search finds every leak. */
const CONNECTOR_TOKEN = 'CNRY-connector-4f1d7c0a9b3e5d86';
export const accessToken = (nth: number): string => `CNRY-access-${nth}-0c9e8d7f6a5b4c3d`;
noteSecrets(CONNECTOR_TOKEN, ...Array.from({ length: 100 }, (_, nth) => accessToken(nth + 1)));
const ANY_SECRET = /CNRY-\w+/;
/** What an answer may not tell either: where the code is, what it is, whom it talks to. */
const ANY_INSIDE = /\/src\/|node_modules|\.ts:\d|at \w+ \(|ECONN|undici|api\/v1/;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** undefined when the text is no JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly method?: string;
  /** null sends none. */
  readonly origin?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface Bench {
  readonly url: string;
  readonly upstream: Upstream;
  readonly clock: FakeClock;
  /** The log records of this relay. */
  readonly records: () => Record<string, unknown>[];
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** Sends bytes as they are and returns everything that comes back. */
  raw(text: string): Promise<string>;
  readonly relay: RunningRelay;
}

interface BenchOptions {
  readonly config?: Partial<RelayConfig>;
  readonly env?: Record<string, string>;
  readonly ports?: Partial<RelayPorts>;
}

/** Limits that nothing but a test of them should meet: all of a test's visitors come from one address. */
const ROOMY: Limits = {
  createByAddress: 10_000,
  createByOrigin: 10_000,
  resumeByAddress: 10_000,
  sessionByAddress: 10_000,
  handshakeBySession: 10_000,
};

/** Lets everything run that is ready to, until something is so. The test's own time limit is the only bound. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

export function configFor(messagingUrl: string, env: Record<string, string> = {}): RelayConfig {
  const config = parseConfig(
    {
      FOYER_PORT: '0',
      FOYER_MESSAGING_URL: messagingUrl,
      FOYER_CONNECTOR_TOKEN: CONNECTOR_TOKEN,
      FOYER_HOST_IDENTIFIER: 'shop.example.com',
      FOYER_ALLOWED_ORIGINS: `${SHOP},*.partner.example`,
      FOYER_LOG_LEVEL: 'trace',
      ...env,
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return config.value;
}

/**
 * Relays over real HTTP before a scripted platform. After each test everything is closed, and every answer and every
 * log line of that test is searched for secrets.
 */
export function useBench(): (options?: BenchOptions) => Promise<Bench> {
  const closings: (() => Promise<void>)[] = [];
  let answers: { readonly path: string; readonly answer: Answer }[] = [];
  let lines: string[] = [];

  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    const leaks = answers.flatMap(({ path, answer }) => {
      // The one place where a token belongs (contract §4).
      const grant = answer.json as { access_token?: unknown } | undefined;
      const isGrant = answer.status < 300 && /^\/chat\/sessions(\/[^/]+\/resume)?(\?|$)/.test(path);
      const body =
        isGrant && typeof grant?.access_token === 'string'
          ? answer.text.replace(grant.access_token, '')
          : answer.text;
      const all = JSON.stringify([body, [...answer.headers]]);
      return ANY_SECRET.test(all) || ANY_INSIDE.test(all) ? [{ path, all }] : [];
    });
    expect(leaks).toEqual([]);
    expect(lines.filter((line) => ANY_SECRET.test(line) || /5e551011-0000/.test(line))).toEqual([]);
    expect(lines.filter((line) => !line.endsWith('}\n') || line.indexOf('\n') < line.length - 1)).toEqual([]);
    answers = [];
    lines = [];
  });

  return async ({ config = {}, env = {}, ports = {} } = {}) => {
    const upstream = await startUpstream(accessToken);
    closings.unshift(upstream.close);
    const clock = (ports.clock as FakeClock | undefined) ?? createFakeClock();
    const sink = { write: (line: string) => void lines.push(line) };
    const relay = await startRelay(
      { ...configFor(upstream.url, env), ...config },
      { clock, log: sink, browserFolder: '/nowhere', limits: ROOMY, ...ports },
    );
    closings.unshift(relay.close);
    return {
      url: relay.url,
      upstream,
      clock,
      relay,
      records: () => lines.map((line) => JSON.parse(line)),
      async call(path, { method = 'GET', origin = SHOP, headers = {}, body } = {}) {
        const isJson = body !== undefined && typeof body !== 'string';
        const response = await fetch(relay.url + path, {
          method,
          headers: {
            ...(origin !== null && { Origin: origin }),
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...headers,
          },
          body: isJson ? JSON.stringify(body) : ((body as string | undefined) ?? null),
          redirect: 'manual',
        });
        const text = await response.text();
        const answer = { status: response.status, headers: response.headers, text, json: jsonOf(text) };
        answers.push({ path, answer });
        return answer;
      },
      raw: (text) => sendRaw(relay.url, text),
    };
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A problem as the relay words it, without what differs from answer to answer. */
export function problemOf(answer: Answer): unknown {
  const { request_id, title, ...rest } = answer.json as Record<string, unknown>;
  const isWhole =
    request_id === answer.headers.get('x-request-id') &&
    typeof title === 'string' &&
    answer.headers.get('content-type') === 'application/problem+json' &&
    rest.status === answer.status;
  return isWhole ? rest : { malformed: answer.text, headers: [...answer.headers] };
}

/** What `problemOf` gives for a code. */
export const problem = (status: number, code: string, errors?: unknown): unknown => ({
  type: `urn:foyer:problem:${code}`,
  status,
  code,
  ...(errors !== undefined && { errors }),
});
