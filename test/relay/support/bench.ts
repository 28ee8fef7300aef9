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

/** Secrets with a unique pattern, so that one search finds every leak. */
const CONNECTOR_TOKEN = 'CNRY-connector-4f1d7c0a9b3e5d86';
export const accessToken = (nth: number): string => `CNRY-access-${nth}-0c9e8d7f6a5b4c3d`;
noteSecrets(CONNECTOR_TOKEN, ...Array.from({ length: 100 }, (_, nth) => accessToken(nth + 1)));
const ANY_SECRET = /CNRY-\w+/;
/** Internal details that must not be in an answer: paths, libraries, hosts. */
const ANY_INSIDE = /\/src\/|node_modules|\.ts:\d|at \w+ \(|ECONN|undici|api\/v1/;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** undefined when the text is not JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly method?: string;
  /** null: no Origin header. */
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
  /** Sends raw bytes and returns the raw answer. */
  raw(text: string): Promise<string>;
  readonly relay: RunningRelay;
}

interface BenchOptions {
  /** Of the server and of its only site. */
  readonly config?: Partial<Omit<RelayConfig, 'sites'> & RelayConfig['sites'][0]>;
  readonly env?: Record<string, string>;
  readonly ports?: Partial<RelayPorts>;
  /** Default: the relay's own server. */
  readonly start?: typeof startRelay;
}

/** Limits that tests of other things do not reach. All visitors of a test have the same address. */
export const HIGH_LIMITS: Limits = {
  createByAddress: 10_000,
  createByOrigin: 10_000,
  resumeByAddress: 10_000,
  sessionByAddress: 10_000,
  socketsByAddress: 10_000,
  callsByActor: 10_000,
  handshakeBySession: 10_000,
  healthByAddress: 10_000,
  messageFeedbackBySession: 30,
  messagesByAddress: 5,
  messagesBySite: 60,
  readsBySite: 60,
  waitsByAddress: 10_000,
  seenBySession: 12,
  framesBySession: 10_000,
  framesByAddress: 100_000,
  contextBySession: 5,
};

/** Every name leads to a public address. */
const lookup = async () => ['8.8.8.8'];

/** Waits until a condition holds. Bounded only by the time limit of the test. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
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
 * Opens relays over real HTTP with a scripted platform. After each test everything is closed, and all answers and log lines of
 * that test are searched for secrets.
 */
export function useBench(): (options?: BenchOptions) => Promise<Bench> {
  const closings: (() => Promise<void>)[] = [];
  let answers: { readonly path: string; readonly answer: Answer }[] = [];
  let lines: string[] = [];

  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    const leaks = answers.flatMap(({ path, answer }) => {
      // The only answer that contains a token (contract §4).
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

  return async ({ config = {}, env = {}, ports = {}, start = startRelay } = {}) => {
    const upstream = await startUpstream(accessToken);
    closings.unshift(upstream.close);
    const clock = (ports.clock as FakeClock | undefined) ?? createFakeClock();
    const sink = { write: (line: string) => void lines.push(line) };
    const configured = configFor(upstream.url, env);
    const relay = await start(
      { ...configured, ...config, sites: [{ ...configured.sites[0], ...config }] },
      { clock, log: sink, browserFolder: '/nowhere', lookup, limits: HIGH_LIMITS, ...ports },
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

/** The problem of an answer, without request id, title, and the detail that repeats its errors. */
export function problemOf(answer: Answer): unknown {
  const { request_id, title, ...rest } = answer.json as Record<string, unknown>;
  if (isSentence(rest.detail, rest.errors as [])) delete rest.detail;
  const isWhole =
    request_id === answer.headers.get('x-request-id') &&
    typeof title === 'string' &&
    answer.headers.get('content-type') === 'application/problem+json' &&
    rest.status === answer.status;
  return isWhole ? rest : { malformed: answer.text, headers: [...answer.headers] };
}

/** True for a detail that repeats the errors in one sentence. */
function isSentence(detail: unknown, errors: readonly { field: string; message: string }[]): boolean {
  const sentence = errors.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
  return (
    errors.length > 0 && typeof detail === 'string' && `${sentence}.`.startsWith(detail.replace(/…$/, ''))
  );
}

/** The result of `problemOf` for a code. */
export const problem = (status: number, code: string, errors: unknown = []): unknown => ({
  type: `urn:foyer:problem:${code}`,
  status,
  code,
  errors,
});
