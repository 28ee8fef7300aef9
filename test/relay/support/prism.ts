import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http';
import { queryParameters } from '../../../src/base/query-parameters.ts';
import { KEYS } from './rest.ts';

/** Settings with the hosts of the published documents. */
export const PUBLISHED_ENV = {
  FOYER_DIALECT: 'poly',
  FOYER_BASE_URL: 'https://api.us.poly.ai',
  FOYER_BASE_API_KEY: KEYS.base,
  FOYER_PLATFORM_URL: 'https://api.us-1.platform.polyai.app',
  FOYER_PLATFORM_API_KEY: KEYS.platform,
  FOYER_OUTBOUND_URL: 'https://api.us-1.platform.polyai.app',
  FOYER_OUTBOUND_TOKEN: KEYS.outbound,
  FOYER_ACCOUNT_ID: 'ACCOUNT-1',
  FOYER_PROJECT_ID: 'PROJECT-1',
};

const silentLogger = {
  trace() {},
  debug() {},
  info() {},
  success() {},
  warn() {},
  error() {},
  child: () => silentLogger,
};

const FOLDER = join(import.meta.dirname, 'published');

/** All published operations. Requests are matched by path, because the documents list different regions. */
export const publishedOperations = async () =>
  (
    await Promise.all(readdirSync(FOLDER).map((file) => getHttpOperationsFromSpec(join(FOLDER, file))))
  ).flat();

/** A Prism that judges requests, and answers with the examples of the documents or, if `isRandom`, with random values. */
export const createPrism = (isRandom: boolean) =>
  createInstance(
    {
      mock: { dynamic: isRandom },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: false,
      errors: false,
      isProxy: false,
      upstreamProxy: undefined,
    },
    { logger: silentLogger as never },
  );

/** A request of `fetch` in the form of Prism. */
export async function prismRequestOf(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<IHttpRequest> {
  const request = new Request(input, init);
  const { origin, pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method.toLowerCase() as IHttpRequest['method'],
    url: { baseUrl: origin, path: pathname, query: queryParameters(searchParams) },
    // Prism would answer with an example, and has none of a recording.
    headers: { ...Object.fromEntries(request.headers), accept: '*/*' },
    ...(text !== '' && { body: JSON.parse(text) }),
  };
}
