import { expect } from 'vitest';
import type { Emulator } from '../../../../src/emulator/index.ts';

/** Plain `fetch` calls to the REST hosts for tests. */

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Request header without which a busy machine could reuse a connection just as the host closes it. */
export const NEW_CONNECTION = { Connection: 'close' };

/** One call, with the headers of its answer. A string is sent as it is, any other body as JSON. */
export async function request(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer & { readonly headers: Headers }> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...NEW_CONNECTION,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Calls to one host with one key. */
const callsWithKey =
  (url: string, header: string, key: string): Call =>
  async (method, path, body) => {
    const answer = await request(url + path, method, { [header]: key }, body);
    return { status: answer.status, body: answer.body };
  };

type Hosts = Pick<
  Emulator,
  'baseUrl' | 'baseKey' | 'platformUrl' | 'platformKey' | 'outboundUrl' | 'outboundToken'
>;

export const onBase = (hosts: Hosts, key = hosts.baseKey): Call =>
  callsWithKey(hosts.baseUrl, 'X-API-KEY', key);
export const onPlatform = (hosts: Hosts, key = hosts.platformKey): Call =>
  callsWithKey(hosts.platformUrl, 'x-api-key', key);
export const onOutbound = (hosts: Hosts, key = hosts.outboundToken): Call =>
  callsWithKey(hosts.outboundUrl, 'X-Service-Auth-Token', key);

/** Error answer for alerts and webhooks. */
export const messageError = (status: number, message: string, errors: readonly object[] = []) => ({
  status,
  body: { message, errors },
});
export const fieldError = (field: string, message: string, status = 400) =>
  messageError(status, 'Validation error', [{ field, message }]);

/** Error answer for agents. */
export const envelopeError = (status: number, code: string, text: string) => ({
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
