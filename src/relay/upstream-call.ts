import { readBytes } from '../base/bounded-body.ts';

/** Far above any answer the specification knows; keeps a failing platform from filling the memory. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** What came of one call. */
export type UpstreamAnswer =
  | { readonly at: 'answered'; readonly status: number; readonly headers: Headers; readonly body: Uint8Array }
  /** No answer began. */
  | { readonly at: 'unreachable' }
  /** An answer began and was not fit to be read to its end. */
  | { readonly at: 'broken' };

/** Posts a JSON body. Never rejects and never follows a redirect: the relay talks to the configured host only. */
export async function postJson(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
  } catch {
    return { at: 'unreachable' };
  }
  try {
    const bytes = await readBytes(response.body, MAX_ANSWER_BYTES);
    if (!bytes) return { at: 'broken' };
    return { at: 'answered', status: response.status, headers: response.headers, body: bytes };
  } catch {
    return { at: 'broken' };
  }
}
