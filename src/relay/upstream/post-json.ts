import * as http from 'node:http';
import * as https from 'node:https';

/** Far above any answer the specification knows; keeps a failing platform from filling the memory. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** What came of one call. */
export type UpstreamAnswer =
  | {
      readonly at: 'answered';
      readonly status: number;
      readonly retryAfter: string | null;
      readonly body: Uint8Array;
    }
  /** No answer began. */
  | { readonly at: 'unreachable' }
  /** An answer began and was not fit to be read to its end. */
  | { readonly at: 'broken' };

/** A call that posts JSON. */
export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Whether it does no harm twice. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/** Never rejects and never follows a redirect: the relay talks to the configured host only. */
export type Post = (posting: Posting) => Promise<UpstreamAnswer>;

const WAYS = {
  'http:': { request: http.request, agent: new http.Agent({ keepAlive: true }) },
  'https:': { request: https.request, agent: new https.Agent({ keepAlive: true }) },
};

/**
 * By Node's own client and not by `fetch`: every visitor waits for two of these calls, and there its streams, signals and
 * headers take more of the time than all else that the relay does (docs/decisions/0021).
 */
export const postJson: Post = ({ url, headers, body, isRepeatable, signal }) =>
  new Promise((resolve) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const { request, agent } = WAYS[url.startsWith('https:') ? 'https:' : 'http:'];

    function attempt(isSecond: boolean): void {
      let hasAnswer = false;
      const outgoing = request(
        url,
        {
          method: 'POST',
          agent,
          signal,
          headers: {
            ...headers,
            'Content-Type': 'application/json',
            'Content-Length': bytes.length,
            Accept: 'application/json',
          },
        },
        (response) => {
          hasAnswer = true;
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            parts.push(part);
            if (size > MAX_ANSWER_BYTES) response.destroy();
          });
          response.on('end', () => {
            const { statusCode = 0, headers: answered } = response;
            const retryAfter = answered['retry-after'] ?? null;
            resolve({ at: 'answered', status: statusCode, retryAfter, body: Buffer.concat(parts) });
          });
          // After the end this changes nothing.
          response.on('close', () => resolve({ at: 'broken' }));
          response.on('error', () => {});
        },
      );
      outgoing.on('error', () => {
        if (hasAnswer) return;
        // Most likely the platform closed a connection that was kept just as it was taken up again.
        if (outgoing.reusedSocket && isRepeatable && !isSecond && !signal.aborted) return attempt(true);
        resolve({ at: 'unreachable' });
      });
      outgoing.end(bytes);
    }
    attempt(false);
  });
