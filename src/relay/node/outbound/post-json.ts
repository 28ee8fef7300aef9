import * as http from 'node:http';
import * as https from 'node:https';
import { collectBytes } from '../../../base/bounded-body.ts';
import { MAX_ANSWER_BYTES, type Post } from '../../upstream/post.ts';
import type { Outbound } from './outbound.ts';

/**
 * Posts JSON with Node's HTTP client. Every visitor waits for two of these calls, and the overhead of `fetch` would exceed all
 * other work of the relay (docs/decisions/0040).
 */
export function postJsonBy({ tls, proxyFor }: Outbound): Post {
  const transports = {
    'http:': { request: http.request, agent: new http.Agent({ keepAlive: true }) },
    // Of its own: an agent reuses connections whatever their context.
    'https:': { request: https.request, agent: new https.Agent({ keepAlive: true }) },
  };
  return ({ url, headers, body, isRepeatable, signal }) =>
    new Promise((resolve) => {
      const bytes = Buffer.from(JSON.stringify(body));
      const { request, agent } = transports[url.startsWith('https:') ? 'https:' : 'http:'];

      function attempt(isSecond: boolean): void {
        let hasAnswer = false;
        const outgoing = request(
          url,
          {
            method: 'POST',
            ...tls,
            agent: proxyFor(url) ?? agent,
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
            const collector = collectBytes(MAX_ANSWER_BYTES);
            response.on('data', (part: Buffer) => {
              if (!collector.add(part)) response.destroy();
            });
            response.on('end', () => {
              const { statusCode = 0, headers: answered } = response;
              const retryAfter = answered['retry-after'] ?? null;
              resolve({ kind: 'answered', status: statusCode, retryAfter, body: collector.bytes() });
            });
            // Has no effect after 'end'.
            response.on('close', () => resolve({ kind: 'broken' }));
            response.on('error', () => {});
          },
        );
        outgoing.on('error', () => {
          if (hasAnswer) return;
          // The platform probably closed an idle keep-alive connection at the moment it was reused.
          if (outgoing.reusedSocket && isRepeatable && !isSecond && !signal.aborted) return attempt(true);
          resolve({ kind: 'unreachable' });
        });
        outgoing.end(bytes);
      }
      attempt(false);
    });
}
