import type * as z from 'zod';

/** The three host families: separate services with separate keys. */
export type Family = 'base' | 'platform' | 'outbound';
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One operation of the platform as data. The schemas check requests and answers here, and can describe the same
 * operation wherever it is offered again.
 */
export interface Endpoint {
  readonly family: Family;
  readonly method: Method;
  /** Names in braces are those of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Of an answer that is no error. */
  readonly status: 200 | 201 | 204;
  /** Of the JSON that comes back. An answer is checked and handed on as it came, unknown fields included. */
  readonly answer?: z.ZodType;
  /** Of an answer that is no JSON and only comes as a stream. */
  readonly media?: string;
  /** How long one attempt may take, where the usual time is too short. */
  readonly withinMs?: number;
}

/** Path parameters that a host may have been told once for all calls. */
export type Settled = 'account_id' | 'project_id' | 'agent_id' | 'branch_id';

type Nothing = Record<never, never>;
type SettledOptional<T> = Omit<T, Settled> & {
  readonly [Name in Settled & keyof T]?: T[Name] | undefined;
};
type Part<Name extends string, T> = Nothing extends T
  ? { readonly [N in Name]?: T }
  : { readonly [N in Name]: T };

/** What a call of the endpoint takes: `params`, `query`, `headers` and `body`, those that it has. */
export type InputOf<E extends Endpoint> = (E['params'] extends z.ZodObject
  ? Part<'params', SettledOptional<z.input<E['params']>>>
  : Nothing) &
  (E['query'] extends z.ZodObject ? Part<'query', z.input<E['query']>> : Nothing) &
  (E['headers'] extends z.ZodObject ? Part<'headers', z.input<E['headers']>> : Nothing) &
  (E['body'] extends z.ZodObject ? Part<'body', z.input<E['body']>> : Nothing);

/** What comes back; undefined where an endpoint answers without a body. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;

/** An input as the machinery sees it: nothing is known of it yet. */
export type AnyInput = { readonly [Name in 'params' | 'query' | 'headers' | 'body']?: unknown };
