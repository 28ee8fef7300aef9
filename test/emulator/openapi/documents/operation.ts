import { STATUS_CODES } from 'node:http';
import type { OpenAPIV3 } from 'openapi-client-axios';
import { matching, type Parameter, type Schema, uuid } from './schema.ts';

type Method = 'get' | 'post' | 'patch' | 'delete';

interface Shape {
  readonly id: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Schema;
  readonly isBodyOptional?: true;
  /** What is answered by status: JSON, a sound, or nothing. */
  readonly answers: Readonly<Record<number, Schema | 'audio/wav' | 'nothing'>>;
  /** Statuses of this operation; those that every operation has are added. */
  readonly refusals?: readonly number[];
}

/** What the operations of an area have in common. */
interface Area {
  /** The name of their security scheme. */
  readonly scheme: string;
  readonly error: Schema;
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly refusals: readonly number[];
  /** Those of operations with a body, besides. */
  readonly ofBodies: readonly number[];
}

export type Operations = OpenAPIV3.PathsObject;

/** What every answer of the base and the platform host carries. */
export const CORRELATED = { 'X-PolyAI-Correlation-Id': uuid };

/** Headers that belong to a status (RFC 6585 §4, RFC 9110 §14.4). */
const HEADERS_OF: Readonly<Record<number, Readonly<Record<string, Schema>>>> = {
  206: { 'Content-Range': matching('^bytes \\d+-\\d+/\\d+$') },
  416: { 'Content-Range': matching('^bytes \\*/\\d+$') },
  429: { 'Retry-After': matching('^\\d+$') },
};

const content = (answer: Shape['answers'][number]) => {
  if (answer === 'nothing') return {};
  if (answer === 'audio/wav')
    return { content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } as const } } };
  return { content: { 'application/json': { schema: answer } } };
};

/** Makes the operations of an area, at their paths. */
export const operationsOf =
  ({ scheme, error, headers = {}, refusals: ofAll, ofBodies }: Area) =>
  (path: string, operations: Partial<Record<Method, Shape>>): Operations => {
    const response = (status: number, answer: Shape['answers'][number]): OpenAPIV3.ResponseObject => ({
      description: STATUS_CODES[status] ?? '',
      headers: Object.fromEntries(
        Object.entries({ ...headers, ...HEADERS_OF[status] }).map(([name, schema]) => [name, { schema }]),
      ),
      ...content(answer),
    });
    const operation = ({ id, parameters = [], body, isBodyOptional, answers, refusals = [] }: Shape) => {
      const refused = [...new Set([...ofAll, ...refusals, ...(body ? ofBodies : [])])];
      const all = [
        ...Object.entries(answers).map(([status, it]) => [Number(status), it] as const),
        ...refused.map((status) => [status, error] as const),
      ];
      return {
        operationId: id,
        security: [{ [scheme]: [] }],
        parameters: [...parameters],
        ...(body && {
          requestBody: { required: !isBodyOptional, content: { 'application/json': { schema: body } } },
        }),
        responses: Object.fromEntries(all.map(([status, answer]) => [status, response(status, answer)])),
      };
    };
    return {
      [path]: Object.fromEntries(
        Object.entries(operations).map(([method, shape]) => [method, operation(shape)]),
      ),
    };
  };
