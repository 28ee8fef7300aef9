import { expect } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';

/** A client of the base and platform hosts for tests: plain `fetch`, nothing clever. */

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** One call, with what it says besides: a text is sent as it is, anything else as JSON. */
export async function request(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer & { readonly headers: Headers }> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Status and body of calls to one host under one key. */
const caller =
  (url: string, header: string, key: string): Call =>
  async (method, path, body) => {
    const answer = await request(url + path, method, { [header]: key }, body);
    return { status: answer.status, body: answer.body };
  };

type Hosts = Pick<
  Emulator,
  'baseUrl' | 'baseKey' | 'platformUrl' | 'platformKey' | 'outboundUrl' | 'outboundToken'
>;

export const onBase = (it: Hosts, key = it.baseKey): Call => caller(it.baseUrl, 'X-API-KEY', key);
export const onPlatform = (it: Hosts, key = it.platformKey): Call => caller(it.platformUrl, 'x-api-key', key);
export const onOutbound = (it: Hosts, key = it.outboundToken): Call =>
  caller(it.outboundUrl, 'X-Service-Auth-Token', key);

/** The body of a refusal where alerts and webhooks are. */
export const refused = (status: number, message: string, errors: readonly object[] = []) => ({
  status,
  body: { message, errors },
});
export const faulty = (field: string, message: string, status = 400) =>
  refused(status, 'Validation error', [{ field, message }]);

/** The body of a refusal where agents are; its id is the answer's own. */
export const enveloped = (status: number, code: string, text: string) => ({
  status,
  body: {
    success: false,
    error: text,
    error_id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    error_code: code,
    error_message: text,
    data: null,
  },
});
