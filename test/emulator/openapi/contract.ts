import addFormats from 'ajv-formats';
import { type Document, OpenAPIBackend, SetMatchType, type ValidationResult } from 'openapi-backend';
import { documents, type Family } from './documents/index.ts';
import type { Parameter, Schema } from './documents/schema.ts';

/** The documents, as a validator that others wrote reads them. */

export interface Operation {
  readonly id: string;
  readonly family: Family;
  readonly method: string;
  readonly path: string;
  /** The name of its security scheme. */
  readonly scheme: string;
  readonly statuses: readonly number[];
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as a value, anything else as bytes; undefined when there is none. */
  readonly body: unknown;
}

export interface Request {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What is validated against is made when it is needed first; whether these are documents at all has its own test. */
const read = await Promise.all(
  (Object.keys(documents) as Family[]).map(async (family) => {
    const backend = new OpenAPIBackend({
      definition: documents[family] as Document,
      quick: true,
      ajvOpts: { allErrors: true, strict: false },
      customizeAjv: (ajv) => addFormats(ajv),
    });
    return { family, backend: await backend.init() };
  }),
);
type RequestBody = { readonly content: Readonly<Record<string, { readonly schema?: object }>> };
const bodyOf = (body: RequestBody | undefined) =>
  body?.content['application/json']?.schema as Schema | undefined;

const byId = new Map(
  read.flatMap(({ family, backend }) =>
    backend.getOperations().map((it) => {
      const operation: Operation = {
        id: it.operationId ?? '',
        family,
        method: it.method,
        path: it.path,
        scheme: Object.keys(it.security?.[0] ?? {})[0] ?? '',
        statuses: Object.keys(it.responses ?? {}).map(Number),
        query: ((it.parameters ?? []) as Parameter[]).filter((parameter) => parameter.in === 'query'),
        body: bodyOf(it.requestBody as RequestBody | undefined),
      };
      return [operation.id, { operation, backend, responses: it.responses }] as const;
    }),
  ),
);

/** Every operation of the documents, in their order. */
export const operations: readonly Operation[] = [...byId.values()].map(({ operation }) => operation);

function known(id: string) {
  const it = byId.get(id);
  if (it === undefined) throw new Error(`unable to look up ${id}; no document has it`);
  return it;
}
export const operationOf = (id: string): Operation => known(id).operation;

const linesOf = ({ errors }: ValidationResult): readonly string[] =>
  (errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  );

function documented(id: string, status: number) {
  const { backend, responses } = known(id);
  const response = responses?.[status];
  return response === undefined || '$ref' in response
    ? undefined
    : { response, validator: backend.validator };
}
const undocumented = (status: number) => [`status ${status} is not documented`];

/** Everything in which a body is not what the document says of its status; empty when nothing. */
export function faultsInBody(id: string, status: number, body: unknown): readonly string[] {
  const validator = documented(id, status)?.validator;
  return validator ? linesOf(validator.validateResponse(body, id, status)) : undocumented(status);
}

/** The same for all of an answer. */
export function faultsIn(id: string, { status, headers, body }: Answer): readonly string[] {
  const found = documented(id, status);
  if (found === undefined) return undocumented(status);
  const types = Object.keys(found.response.content ?? {});
  const type = headers['content-type']?.split(';')[0] ?? '';
  const ofHeaders = found.validator.validateResponseHeaders(headers, id, {
    statusCode: status,
    setMatchType: SetMatchType.Superset,
  });
  return [
    ...(types.length === 0 && body !== undefined ? ['there is a body'] : []),
    ...(types.length > 0 && !types.includes(type) ? [`content type ${type} is not documented`] : []),
    ...(types.includes('application/json') ? faultsInBody(id, status, body) : []),
    ...linesOf(ofHeaders),
  ];
}

/** Everything in which a request is not what the document asks for. */
export const faultsInRequest = (id: string, request: Request): readonly string[] =>
  linesOf(known(id).backend.validator.validateRequest({ ...request, headers: { ...request.headers } }, id));
