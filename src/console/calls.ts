import type * as z from 'zod/v4/core';
import type { Result } from '../base/result.ts';
import type { AdminCalls } from '../relay/admin/operations/admin-operations.ts';
import type { ApiClient, CallError } from '../ui/api-client.ts';
import { type Own, ownAnswer } from './own-answer.ts';

/** The operations of the admin side, of which the compiler knows the paths, the queries and the bodies. */
type CallOf = AdminCalls[keyof AdminCalls];
type Method = CallOf['method'];
type PathOf<M extends Method> = Extract<CallOf, { readonly method: M }>['path'];
type OperationOf<M extends Method, Path> = Extract<CallOf, { readonly method: M; readonly path: Path }>;

/** The answer of an operation that the relay answers itself. */
export type OwnAnswerOf<M extends Method, Path> = Own<OperationOf<M, Path>['answer']>;

/** Parts of a request. Those that the operation has no fields for are absent. */
type Part<Name extends string, Fields> = [keyof Fields] extends [never]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Fields
    ? { readonly [K in Name]?: Fields | undefined }
    : { readonly [K in Name]: Fields };
export type RequestOf<M extends Method, Path> = Part<'params', OperationOf<M, Path>['params']> &
  Part<'query', OperationOf<M, Path>['query']> &
  Part<'body', OperationOf<M, Path>['body']>;

interface ReadOptions<Value> {
  /** Reads the answer. The relay passes the platform's answers on, so a page names the fields that it shows. */
  readonly answer?: z.$ZodType<Value>;
  readonly signal?: AbortSignal | undefined;
  /** Timeout in milliseconds, if the answer may take longer than most. */
  readonly withinMs?: number;
}

/** Calls of the admin side by method and path. Never rejects. */
export interface Calls {
  call<M extends Method, Path extends PathOf<M>, Value = undefined>(
    method: M,
    path: Path,
    request: RequestOf<M, Path>,
    options?: ReadOptions<Value>,
  ): Promise<Result<Value, CallError>>;
  /** A call that the relay answers itself. */
  own<M extends Method, Path extends PathOf<M>>(
    method: M,
    path: Path,
    request: RequestOf<M, Path>,
    signal?: AbortSignal,
  ): Promise<Result<OwnAnswerOf<M, Path>, CallError>>;
  /** A call that is known from the OpenAPI document only. `address` is below `/admin`. */
  send<Value = undefined>(
    method: Method,
    address: string,
    body: object | undefined,
    options?: ReadOptions<Value>,
  ): Promise<Result<Value, CallError>>;
}

interface Parts {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: object | undefined;
}

/** The address of an operation below `/admin/v1`. A list becomes a repeated parameter. */
export function addressOf(path: string, { params = {}, query = {} }: Omit<Parts, 'body'>): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((item) => [name, String(item)]),
    ),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The address of a call with the site that it is about, unless it names one. undefined: the relay has no sites to choose from. */
export function aboutSite(address: string, site: string | undefined): string {
  if (site === undefined || /[?&]site=/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}site=${encodeURIComponent(site)}`;
}

/** `client` calls addresses below `/admin`. */
export function createCalls(client: ApiClient, site?: string): Calls {
  const send: Calls['send'] = (method, address, body, { answer, signal, withinMs } = {}) =>
    client.call(aboutSite(address, site), {
      method,
      ...(body && { body }),
      ...(answer && { answer }),
      ...(signal && { signal }),
      ...(withinMs !== undefined && { withinMs }),
    });
  const call: Calls['call'] = (method, path, request, options) => {
    const { body, ...rest } = request as Parts;
    return send(method, `/v1${addressOf(path, rest)}`, body, options);
  };
  return {
    send,
    call,
    own: (method, path, request, signal) =>
      call(method, path as never, request as never, { answer: ownAnswer(), signal }),
  };
}
