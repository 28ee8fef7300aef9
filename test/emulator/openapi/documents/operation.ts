import { STATUS_CODES } from 'node:http';
import type { OpenAPIV3 } from 'openapi-client-axios';
import { matching, type Parameter, type Schema, uuid } from './schema.ts';

type Method = 'get' | 'post' | 'patch' | 'delete';

interface OperationSpec {
  readonly id: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Schema;
  readonly isBodyOptional?: true;
  /** Successful answers by status: JSON, audio or no body. */
  readonly answers: Readonly<Record<number, Schema | 'audio/wav' | 'no body'>>;
  /** Error statuses of this operation, in addition to those of its group. */
  readonly errorStatuses?: readonly number[];
}

/** Properties that the operations of a group share. */
interface OperationGroup {
  /** Name of the security scheme. */
  readonly scheme: string;
  readonly error: Schema;
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly errorStatuses: readonly number[];
  /** Additional error statuses of operations with a body. */
  readonly bodyErrorStatuses: readonly number[];
}

export type Operations = OpenAPIV3.PathsObject;

/** header of every answer of the base and the platform host. */
export const CORRELATION_HEADER = { 'X-PolyAI-Correlation-Id': uuid };

/** Headers that a status requires (RFC 6585 §4, RFC 9110 §14.4). */
const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, Schema>>>> = {
  206: { 'Content-Range': matching('^bytes \\d+-\\d+/\\d+$') },
  416: { 'Content-Range': matching('^bytes \\*/\\d+$') },
  429: { 'Retry-After': matching('^\\d+$') },
};

const content = (answer: OperationSpec['answers'][number]) => {
  if (answer === 'no body') return {};
  if (answer === 'audio/wav')
    return { content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } as const } } };
  return { content: { 'application/json': { schema: answer } } };
};

/** Makes the operations of a group at a path. */
export const operationsOf =
  ({ scheme, error, headers = {}, errorStatuses: groupStatuses, bodyErrorStatuses }: OperationGroup) =>
  (path: string, operations: Partial<Record<Method, OperationSpec>>): Operations => {
    const response = (
      status: number,
      answer: OperationSpec['answers'][number],
    ): OpenAPIV3.ResponseObject => ({
      description: STATUS_CODES[status] ?? '',
      headers: Object.fromEntries(
        Object.entries({ ...headers, ...STATUS_HEADERS[status] }).map(([name, schema]) => [name, { schema }]),
      ),
      ...content(answer),
    });
    const operation = ({
      id,
      parameters = [],
      body,
      isBodyOptional,
      answers,
      errorStatuses = [],
    }: OperationSpec) => {
      const refused = [...new Set([...groupStatuses, ...errorStatuses, ...(body ? bodyErrorStatuses : [])])];
      const all = [
        ...Object.entries(answers).map(([status, value]) => [Number(status), value] as const),
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
