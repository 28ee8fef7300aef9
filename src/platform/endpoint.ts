import type * as z from 'zod';

/** The three host families: separate services with separate keys. */
export type Family = 'base' | 'platform' | 'outbound';
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Endpoints of a host for which the platform issues keys apart from the host's own. */
export type KeyKind = 'alerts' | 'legacy';

/**
 * One operation of the platform as data. The schemas validate requests and answers, and can describe the operation where
 * another interface offers it again.
 */
export interface Endpoint {
  readonly family: Family;
  /** Default: the key of the host. */
  readonly key?: KeyKind;
  readonly method: Method;
  /** Names in braces are fields of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The status of success. */
  readonly status: 200 | 201 | 204;
  /** Schema of a JSON answer. The answer is validated and returned unchanged, unknown fields included. */
  readonly answer?: z.ZodType;
  /** Media type of an answer that is not JSON and is only available as a stream. */
  readonly media?: string;
  /** Time limit of one attempt, where the default is too short. */
  readonly withinMs?: number;
}

/** Path parameters that can be set once for all calls of a client. */
export type PresetParam = 'account_id' | 'project_id' | 'agent_id' | 'branch_id';

type Nothing = Record<never, never>;
type PresetsOptional<T> = Omit<T, PresetParam> & {
  readonly [Name in PresetParam & keyof T]?: T[Name] | undefined;
};
type Part<Name extends string, T> = Nothing extends T
  ? { readonly [N in Name]?: T }
  : { readonly [N in Name]: T };

/** Input of a call: the endpoint's fields among `params`, `query`, `headers` and `body`. */
export type InputOf<E extends Endpoint> = (E['params'] extends z.ZodObject
  ? Part<'params', PresetsOptional<z.input<E['params']>>>
  : Nothing) &
  (E['query'] extends z.ZodObject ? Part<'query', z.input<E['query']>> : Nothing) &
  (E['headers'] extends z.ZodObject ? Part<'headers', z.input<E['headers']>> : Nothing) &
  (E['body'] extends z.ZodObject ? Part<'body', z.input<E['body']>> : Nothing);

/** Answer of a call; undefined where an endpoint answers without a body. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;

/** Input of any endpoint, not validated yet. */
export type AnyInput = { readonly [Name in 'params' | 'query' | 'headers' | 'body']?: unknown };
