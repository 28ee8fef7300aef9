import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestTls } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { parseJson } from '../../base/bounded-body.ts';

/** Options of connections to the proxy, such as a certificate authority of a test. */
export type ConnectionOptions = Pick<RequestOptions, 'ca' | 'lookup'>;

/** The head of an answer. */
export interface ProxyHead {
  readonly status: number;
  /** Unique for each answer of the relay. */
  readonly requestId: string | undefined;
  /** Names and values of the cookies in the answer. */
  readonly cookies: readonly string[];
}

export interface ProxyAnswer extends ProxyHead {
  readonly body: unknown;
}

export const TIMEOUT_MS = 10_000;

/** Sends a request. Resolves with the head of the answer; rejects with Node's error. */
export function open(url: URL, options: RequestOptions, body = ''): Promise<IncomingMessage> {
  const request = url.protocol === 'http:' ? requestPlain : requestTls;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options });
    sent.on('response', resolve);
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    sent.on('error', reject);
    sent.end(body);
  });
}

export const headOf = ({ statusCode = 0, headers }: IncomingMessage): ProxyHead => ({
  status: statusCode,
  requestId: headers['x-request-id'] as string | undefined,
  cookies: (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? ''),
});

/** The code of Node's error. */
export const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'it failed';

/** Sends a request and reads the answer. The error is Node's error code. */
export async function ask(
  url: URL,
  request: Pick<RequestOptions, 'method' | 'headers' | 'timeout'>,
  options: ConnectionOptions,
  body?: string,
): Promise<ProxyAnswer | string> {
  try {
    const answer = await open(url, { ...options, timeout: TIMEOUT_MS, ...request }, body);
    return { ...headOf(answer), body: parseJson(await buffer(answer)) };
  } catch (error) {
    return reasonOf(error);
  }
}
