import { Agent } from 'node:http';
import {
  type AxiosResponse,
  type Document,
  OpenAPIClientAxios,
  type UnknownParamsObject,
} from 'openapi-client-axios';
import type { Emulator } from '../../../src/emulator/index.ts';
import { type Answer, operationOf, type Request } from './contract.ts';
import { documents } from './documents/index.ts';

/** A client that others wrote, made of the documents while the test runs. */

export interface Sent {
  /** By name, in the path or in the query; the document says where. */
  readonly params?: UnknownParamsObject;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the operation's own. */
  readonly method?: string;
}

export interface Exchange {
  readonly request: Request;
  readonly answer: Answer;
}

export type Send = (id: string, sent?: Sent) => Promise<Exchange>;

const textsOf = (headers: object): Record<string, string> =>
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

export function createClient(emulator: Pick<Emulator, 'baseUrl' | 'platformUrl' | 'messagingUrl'>): Send {
  const urls = { base: emulator.baseUrl, platform: emulator.platformUrl, messaging: emulator.messagingUrl };
  const clientOf = (family: keyof typeof urls) =>
    new OpenAPIClientAxios({
      definition: documents[family] as Document,
      axiosConfigDefaults: {
        baseURL: urls[family],
        proxy: false,
        // A connection that is kept may be closed by the host just when it is used again.
        httpAgent: new Agent({ keepAlive: false }),
        responseType: 'arraybuffer',
        validateStatus: () => true,
        // A parameter that is there several times keeps its name.
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
        headers: textsOf(config.headers),
        body,
      },
      answer: { status: response.status, headers: textsOf(response.headers), body: bodyOf(response) },
    };
  };
}
