import addFormats from 'ajv-formats';
import { type Document, OpenAPIBackend, SetMatchType, type ValidationResult } from 'openapi-backend';
import { documents, type Family } from './documents/documents.ts';
import type { Parameter, Schema } from './documents/schema.ts';

/** Validation against the documents by a third-party validator. */

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

// `quick` compiles schemas on first use. documents.test.ts checks that the documents are valid.
const validators = await Promise.all(
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
  validators.flatMap(({ family, backend }) =>
    backend.getOperations().map((item) => {
      const operation: Operation = {
        id: item.operationId ?? '',
        family,
        method: item.method,
        path: item.path,
        scheme: Object.keys(item.security?.[0] ?? {})[0] ?? '',
        statuses: Object.keys(item.responses ?? {}).map(Number),
        query: ((item.parameters ?? []) as Parameter[]).filter((parameter) => parameter.in === 'query'),
        body: bodyOf(item.requestBody as RequestBody | undefined),
      };
      return [operation.id, { operation, backend, responses: item.responses }] as const;
    }),
  ),
);

/** All operations of the documents, in their order. */
export const operations: readonly Operation[] = [...byId.values()].map(({ operation }) => operation);

function entryOf(id: string) {
  const it = byId.get(id);
  if (it === undefined) throw new Error(`unable to look up ${id}; no document has it`);
  return it;
}
export const operationOf = (id: string): Operation => entryOf(id).operation;

const issueTextsOf = ({ errors }: ValidationResult): readonly string[] =>
  (errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  );

function documentedResponse(id: string, status: number) {
  const { backend, responses } = entryOf(id);
  const response = responses?.[status];
  return response === undefined || '$ref' in response
    ? undefined
    : { response, validator: backend.validator };
}
const undocumentedStatus = (status: number) => [`status ${status} is not documented`];

/** Differences between a body and the document; empty for none. */
export function issuesInBody(id: string, status: number, body: unknown): readonly string[] {
  const validator = documentedResponse(id, status)?.validator;
  return validator ? issueTextsOf(validator.validateResponse(body, id, status)) : undocumentedStatus(status);
}

/** Differences between a whole answer and the document. */
export function issuesInAnswer(id: string, { status, headers, body }: Answer): readonly string[] {
  const found = documentedResponse(id, status);
  if (found === undefined) return undocumentedStatus(status);
  const types = Object.keys(found.response.content ?? {});
  const type = headers['content-type']?.split(';')[0] ?? '';
  const ofHeaders = found.validator.validateResponseHeaders(headers, id, {
    statusCode: status,
    setMatchType: SetMatchType.Superset,
  });
  return [
    ...(types.length === 0 && body !== undefined ? ['unexpected body'] : []),
    ...(types.length > 0 && !types.includes(type) ? [`content type ${type} is not documented`] : []),
    ...(types.includes('application/json') ? issuesInBody(id, status, body) : []),
    ...issueTextsOf(ofHeaders),
  ];
}

/** Differences between a request and the document. */
export const issuesInRequest = (id: string, request: Request): readonly string[] =>
  issueTextsOf(
    entryOf(id).backend.validator.validateRequest({ ...request, headers: { ...request.headers } }, id),
  );
