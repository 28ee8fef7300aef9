import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { ruleSentences } from '../../../platform/fields.ts';
import type {
  AnswerOf,
  AnswerStream,
  CallOptions,
  Client,
  Endpoint,
  Family,
  InputOf,
  PlatformError,
} from '../../../platform/index.ts';
import type { Failure } from '../../http/problem.ts';
import { streamingResponse } from '../../http/streaming-response.ts';
import { type Call, type Operation, OVERRIDES, type Tag } from './operation.ts';

/** The clients of the configured host families, each with its own key (S-88). */
export type PlatformClients = { readonly [F in Family]: Client<F> | undefined };

type Override = (typeof OVERRIDES)[number];

const overridesOf = ({ params }: Endpoint): Override[] =>
  OVERRIDES.filter((name) => params && name in params.shape);

/** A schema of an endpoint; undefined if it has none. */
type Part<E, Name extends string, Kind> = E extends { readonly [N in Name]: infer S extends Kind }
  ? S
  : undefined;
type Shape = Readonly<Record<string, z.ZodType>>;
type ShapeOf<S> = S extends z.ZodObject<infer Fields extends Shape> ? Fields : Record<never, never>;
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Select<Fields, Name> = {
  readonly [N in keyof Fields as N extends Name ? N : never]: Fields[N] extends z.ZodType ? Fields[N] : never;
};
type Optional<Fields> = {
  readonly [N in keyof Fields]: Fields[N] extends z.ZodType ? z.ZodOptional<Fields[N]> : never;
};
type OverrideFields<E extends Endpoint> = Optional<Select<ShapeOf<E['params']>, Override>>;
type EndpointOperation<E extends Endpoint, Id extends string, Path extends string> = Operation<
  z.ZodObject<Select<ShapeOf<E['params']>, NamesIn<Path>>>,
  z.ZodObject<ShapeOf<E['query']> & OverrideFields<E>>,
  Part<E, 'headers', z.ZodObject>,
  Part<E, 'body', z.ZodObject>,
  Part<E, 'answer', z.ZodType>,
  Id,
  E['method'],
  Path
>;

type Values = Readonly<Record<string, unknown>>;
/** An untyped client, for input that `readInput` has checked against the endpoint's schemas. */
type AnyClient = Client<Family> & {
  call(
    endpoint: Endpoint,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<Result<unknown, PlatformError>>;
};
type AnyCall = Call<Values, Values, Values, Values>;

/** Splits a query into overridden ids and the rest. */
export function splitQuery(endpoint: Endpoint, query: Values) {
  const names: readonly string[] = overridesOf(endpoint);
  const entries = Object.entries(query);
  return {
    params: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    query: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  };
}

/** The overridable ids of an endpoint as fields of a query. */
export const overrideFields = <E extends Endpoint>(endpoint: E) =>
  Object.fromEntries(
    overridesOf(endpoint).map((name) => [name, z.optional(endpoint.params?.shape[name] as z.ZodType)]),
  ) as OverrideFields<E>;

/** The settings that a host family requires. */
const SETTINGS: Readonly<Record<Family, string>> = {
  base: 'FOYER_BASE_URL and FOYER_BASE_API_KEY',
  platform: 'FOYER_PLATFORM_URL and FOYER_PLATFORM_API_KEY',
  outbound: 'FOYER_OUTBOUND_URL and FOYER_OUTBOUND_TOKEN',
};

export function clientOf<F extends Family>(clients: PlatformClients, family: F): Result<Client<F>, Failure> {
  const client: Client<F> | undefined = clients[family];
  return client ? ok(client) : err({ failed: 'not-configured', settings: SETTINGS[family] });
}

/** Input that the client rejects gets the same answer as input that the relay rejects. */
export const platformFailure = (error: PlatformError): { readonly ok: false; readonly error: Failure } =>
  err(
    error.code === 'INVALID_REQUEST' && !error.upstream
      ? { failed: error.status === 422 ? 'unprocessable' : 'invalid-request', errors: error.errors }
      : { failed: 'platform', error },
  );

/** Calls an endpoint with the client of its family. */
export async function callPlatform<E extends Endpoint & { readonly media?: never }>(
  clients: PlatformClients,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
): Promise<Result<AnswerOf<E>, Failure>> {
  const client = clientOf(clients, endpoint.family);
  if (!client.ok) return client;
  const answer = await client.value.call(endpoint, input, { ...options, isUrgent: true });
  return answer.ok ? answer : platformFailure(answer.error);
}

/** Forwards an answer of the platform while it arrives. */
export const forwardStream = (
  { status, headers, body }: AnswerStream,
  more: Record<string, string> = {},
): Response => streamingResponse(body, { status, headers: { ...headers, ...more } });

/** Reading needs `read`, everything else needs `write`. */
const scopesOf = ({ method }: Endpoint): Operation['scopes'] => [method === 'GET' ? 'read' : 'write'];

/**
 * Returns a function that converts an endpoint to an operation, with the endpoint's validation and answer. Names in braces in the
 * operation's own path are parameters of the endpoint.
 */
export const operationFactory =
  (clients: PlatformClients) =>
  <E extends Endpoint, const Id extends string, const Path extends string>(
    id: Id,
    tag: Tag,
    path: Path,
    endpoint: E,
    more: Partial<Pick<Operation, 'media' | 'perform'>> = {},
  ) => {
    const own = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(own.map((name) => [name, endpoint.params?.shape[name] as z.ZodType]));
    const { method, summary, headers, body, status, answer } = endpoint;
    return {
      id,
      tag,
      path,
      scopes: scopesOf(endpoint),
      method,
      summary,
      params: z.object(params),
      query: (endpoint.query ?? z.object({})).safeExtend(overrideFields<Endpoint>(endpoint)),
      headers,
      body,
      rules: [...ruleSentences(endpoint.query), ...ruleSentences(body)],
      status,
      answer,
      async perform(call: AnyCall) {
        const client = clientOf(clients, endpoint.family);
        if (!client.ok) return client;
        const { params: overrides, query } = splitQuery(endpoint, call.query);
        const input = {
          params: { ...overrides, ...call.params },
          query,
          headers: call.headers,
          body: call.body,
        };
        const options = { signal: call.signal, isChecked: true, isUrgent: true };
        const answered = await (client.value as AnyClient).call(endpoint, input, options);
        if (!answered.ok) return platformFailure(answered.error);
        return ok(answer ? Response.json(answered.value, { status }) : new Response(null, { status: 204 }));
      },
      ...more,
    } as unknown as EndpointOperation<E, Id, Path>;
  };
