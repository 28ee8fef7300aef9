import type * as z from 'zod';
import type { Result } from '../../base/result.ts';
import type { Scope } from '../config/values.ts';
import type { Log } from '../log.ts';
import type { Failure } from '../problem.ts';

/** What one operation of the admin side is given, checked. */
export interface Call<Params, Query, Headers, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  /** Goes off when the client gives up or the relay closes. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

type Output<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

/**
 * One operation of `/admin/v1` as data: its route, what it checks, its place in the OpenAPI document and in the page
 * made of that all come from here. None can be without a scope.
 */
export interface Operation<
  P extends z.ZodObject | undefined = z.ZodObject | undefined,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  H extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  /** As a program would call it; also what the audit log says was done. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/admin/v1`; names in braces are those of `params`. */
  readonly path: string;
  /** Any of these is enough. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  readonly status: 200 | 201 | 204;
  /** Of the JSON that is answered. */
  readonly answer?: z.ZodType;
  /** Of an answer that is no JSON. */
  readonly media?: string;
  // A method, not a property: operations of every shape stand in one list.
  perform(call: Call<Output<P>, Output<Q>, Output<H>, Output<B>>): Promise<Result<Response, Failure>>;
}

/** Infers from the schemas what `perform` is given. */
export const operation = <
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends z.ZodObject | undefined = undefined,
>(
  it: Operation<P, Q, H, B>,
): Operation => it as unknown as Operation;

/** True where an operation changes something: the audit log has a line for it. */
export const isWrite = ({ scopes }: Operation): boolean => !scopes.includes('read');
