import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { noteSecrets } from '../../support/secrets.ts';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Answer = (response: ServerResponse, asked: Asked) => void;

/** A REST host of the platform with answers that a test sets; the default answer is `{}`. */
export interface RestHost {
  readonly url: string;
  readonly asked: Asked[];
  /** Sets the answer for all further calls. */
  answer(answer: Answer): void;
}

export const KEYS = {
  base: 'CNRY-base-1122334455667788',
  platform: 'CNRY-platform-8877665544332211',
  outbound: 'CNRY-outbound-1212121212121212',
};

noteSecrets(...Object.values(KEYS));

/** Configuration that makes a relay use this host for all three families. */
export const restEnv = ({ url }: RestHost): Record<string, string> => ({
  FOYER_BASE_URL: url,
  FOYER_BASE_API_KEY: KEYS.base,
  FOYER_PLATFORM_URL: url,
  FOYER_PLATFORM_API_KEY: KEYS.platform,
  FOYER_OUTBOUND_URL: url,
  FOYER_OUTBOUND_TOKEN: KEYS.outbound,
  FOYER_ACCOUNT_ID: 'ACCOUNT-1',
  FOYER_PROJECT_ID: 'PROJECT-1',
  // Its requests would be among those of the test.
  FOYER_INSIGHTS: 'off',
});

export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Opens REST hosts that are closed after each test. */
export function useRestHost(): () => Promise<RestHost> {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });
  return async () => {
    const asked: Asked[] = [];
    let current: Answer = answerJson(200, {});
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const it = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      asked.push(it);
      current(response, it);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closings.push(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked,
      answer(answer) {
        current = answer;
      },
    };
  };
}
