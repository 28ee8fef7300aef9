import { Agent } from 'node:http';
import {
  type AxiosResponse,
  type Document,
  OpenAPIClientAxios,
  type UnknownParamsObject,
} from 'openapi-client-axios';
import type { Emulator } from '../../../src/emulator/index.ts';
import { type Answer, operationOf, type Request } from './document-validator.ts';
import { documents } from './documents/documents.ts';

/** A third-party client that is generated from the documents at run time. */

export interface RequestInput {
  /** Path and query parameters by name. */
  readonly params?: UnknownParamsObject;
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the operation's own. */
  readonly method?: string;
}

export interface Exchange {
  readonly request: Request;
  readonly answer: Answer;
}

export type SendRequest = (id: string, input?: RequestInput) => Promise<Exchange>;

const stringHeadersOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

function bodyOf({ data, headers }: AxiosResponse<Buffer>): unknown {
  if (data.byteLength === 0) return undefined;
  return /^application\/json\b/.test(String(headers['content-type'])) ? JSON.parse(data.toString()) : data;
}

const queryOf = (params: Readonly<Record<string, unknown>> = {}): Request['query'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );

export function createDocumentClient(
  emulator: Pick<Emulator, 'baseUrl' | 'platformUrl' | 'messagingUrl'>,
): SendRequest {
  const urls = { base: emulator.baseUrl, platform: emulator.platformUrl, messaging: emulator.messagingUrl };
  const clientOf = (family: keyof typeof urls) =>
    new OpenAPIClientAxios({
      definition: documents[family] as Document,
      axiosConfigDefaults: {
        baseURL: urls[family],
        proxy: false,
        // A kept connection could be closed by the host at the moment of its reuse.
        httpAgent: new Agent({ keepAlive: false }),
        responseType: 'arraybuffer',
        validateStatus: () => true,
        // Repeats the parameter name for each value of a list.
        paramsSerializer: { indexes: null },
      },
    }).initSync();
  const clients = {
    base: clientOf('base'),
    platform: clientOf('platform'),
    messaging: clientOf('messaging'),
  };

  return async (id, { params = {}, body, headers = {}, method } = {}) => {
    const operation = clients[operationOf(id).family][id];
    if (operation === undefined) throw new Error(`unable to call ${id}; the client has no such operation`);
    const response: AxiosResponse<Buffer> = await operation(params, body, {
      headers: { ...headers },
      ...(method && { method }),
    });
    const { config } = response;
    return {
      request: {
        method: String(config.method),
        path: String(config.url),
        query: queryOf(config.params),
        headers: stringHeadersOf(config.headers),
        body,
      },
      answer: { status: response.status, headers: stringHeadersOf(response.headers), body: bodyOf(response) },
    };
  };
}
