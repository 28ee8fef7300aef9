import type * as z from 'zod';
import { ok, type Result } from '../../../base/result.ts';
import type { Scope } from '../../config/values.ts';
import type { Failure } from '../../http/problem.ts';
import type { Log } from '../../log/log.ts';

/** Validated input of an operation. */
export interface Call<Params, Query, Headers, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  /** The name of the actor. */
  readonly who: string;
  /** The actor may see personal data (S-119). Otherwise JSON is redacted after the call. */
  readonly seesPersonalData: boolean;
  /** Aborted when the client disconnects or the relay closes. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Configured ids that a query can override (contract §9). */
export const OVERRIDES = ['account_id', 'project_id', 'agent_id', 'branch_id'] as const;

/** Sections of the reference, in order. */
export const TAGS = {
  Behaviour: 'The text that tells the agent what to do.',
  Alerts: 'Alert rules, and the alerts that are active now.',
  'Webhook endpoints': 'Where the platform reports alerts to.',
  Conversations: 'What was said, with recordings, notes and figures.',
  Insights: 'Figures of conversations over time. The relay computes them.',
  Messages: 'Messages that visitors left where nobody answered.',
  'Outbound calls': 'Calls that the agent places.',
  'Debug chat': 'Chats with the agent for tests.',
  Attributes: 'Attributes of an agent.',
  'Audio cache': 'Cached speech of an agent.',
  Installation: 'How the widget is put into a page.',
  Audit: 'Who did what through this interface.',
  Events: 'Alerts and the progress of calls, as they happen.',
  'Webhooks of the platform': 'The receiver of the webhooks of the platform.',
} as const;
export type Tag = keyof typeof TAGS;

type Output<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One operation of `/admin/v1` as data. It is the source of route, validation, OpenAPI document, reference page and callers' types.
 * Every operation has at least one scope.
 */
export interface Operation<
  P extends z.ZodObject | undefined = z.ZodObject | undefined,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  H extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodObject | undefined = z.ZodObject | undefined,
  A extends z.ZodType | undefined = z.ZodType | undefined,
  Id extends string = string,
  M extends Method = Method,
  Path extends string = string,
> {
  /** The OpenAPI operation id, also used in the audit log. */
  readonly id: Id;
  readonly tag: Tag;
  readonly summary: string;
  readonly method: M;
  /** Below `/admin/v1`; names in braces are fields of `params`. */
  readonly path: Path;
  /** A key needs one of these scopes. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  /**
   * Subject of a call without an account or agent in its query: nothing of the platform, or the configured project.
   * Default: the whole account, unless the query names a project.
   */
  readonly about?: 'nothing' | 'configured-project';
  /** Further names for an audit record. Records are also logged, so no personal data. */
  subject?(
    call: Pick<Call<Output<P>, Output<Q>, Output<H>, Output<B>>, 'query' | 'body'>,
  ): Readonly<Record<string, string>>;
  /** Source of the answer; default: the platform. */
  readonly answeredBy?: 'relay';
  /** Further members of the answer that are null for actors without the scope `pii`. */
  readonly hiddenWithoutPii?: readonly string[];
  /** Rules between the fields of the input, as sentences. */
  readonly rules?: readonly string[];
  readonly status: 200 | 201 | 204;
  /** Schema of a JSON answer. */
  readonly answer?: A;
  /** Media type of an answer other than JSON. */
  readonly media?: string;
  // A method and not a property, so that operations of all types fit into one list.
  perform(call: Call<Output<P>, Output<Q>, Output<H>, Output<B>>): Promise<Result<Response, Failure>>;
}

/** Common parts of operations that only read the relay's data. */
export const READS_RELAY = {
  method: 'GET',
  scopes: ['read'],
  answeredBy: 'relay',
  status: 200,
} as const satisfies Partial<Operation>;

/** Defines an operation; infers the input of `perform` from the schemas, and keeps the types of all parts. */
export const operation = <
  const Id extends string,
  const M extends Method,
  const Path extends string,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends z.ZodObject | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(
  definition: Operation<P, Q, H, B, A, Id, M, Path>,
): Operation<P, Q, H, B, A, Id, M, Path> => definition;

/** The answer of an operation as JSON. */
export const okJson = (answer: unknown, init?: ResponseInit): Result<Response, never> =>
  ok(Response.json(answer, init));
