import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { CallOptions, Client, Endpoint, Family, Passage, PlatformError } from '../../platform/index.ts';
import type { Failure } from '../problem.ts';
import { streamed } from '../streamed.ts';
import { type Call, type Operation, operation } from './operation.ts';

/** The clients of the host families that are configured; each has its own key and knows no other (S-88). */
export type Clients = { readonly [F in Family]: Client<F> | undefined };

/** What a host is about unless a query says otherwise (contract §9). */
const OVERRIDES = ['account_id', 'project_id', 'agent_id', 'branch_id'] as const;
type Override = (typeof OVERRIDES)[number];

const overridesOf = ({ params }: Endpoint): Override[] =>
  OVERRIDES.filter((name) => params && name in params.shape);

/** How an operation of the admin side offers an endpoint of the platform. */
export interface Offer extends Pick<Operation, 'id' | 'tag' | 'path' | 'scopes'> {
  readonly endpoint: Endpoint;
  /** Path parameters here, by what they are called there. */
  readonly names?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, unknown>>;
/** Which endpoint goes with which input is for the operations to say; the call checks it once more. */
type AnyClient = Client<Family> & {
  call(
    endpoint: Endpoint,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<Result<unknown, PlatformError>>;
};
type AnyCall = Call<Values, Values, Values, Values>;

/** The settled identifiers that a query overrides, apart from the rest of the query. */
export function splitQuery(endpoint: Endpoint, query: Values) {
  const names: readonly string[] = overridesOf(endpoint);
  const entries = Object.entries(query);
  return {
    params: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    query: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  };
}

/** The overrides of an endpoint as the fields of a query. */
export const overrideFields = (endpoint: Endpoint): Record<string, z.ZodType> =>
  Object.fromEntries(
    overridesOf(endpoint).map((name) => [name, z.optional(endpoint.params?.shape[name] as z.ZodType)]),
  );

/** What to set so that a family can be called. */
const SETTINGS: Readonly<Record<Family, string>> = {
  base: 'FOYER_BASE_URL and FOYER_BASE_API_KEY',
  platform: 'FOYER_PLATFORM_URL and FOYER_PLATFORM_API_KEY',
  outbound: 'FOYER_OUTBOUND_URL and FOYER_OUTBOUND_TOKEN',
};

export function clientOf<F extends Family>(clients: Clients, family: F): Result<Client<F>, Failure> {
  const client: Client<F> | undefined = clients[family];
  return client ? ok(client) : err({ failed: 'not-configured', settings: SETTINGS[family] });
}

export const failed = (error: PlatformError): { readonly ok: false; readonly error: Failure } =>
  err({ failed: 'platform', error });

/** An answer of the platform as it arrives. */
export const passedOn = ({ status, headers, body }: Passage, more: Record<string, string> = {}): Response =>
  streamed(body, { status, headers: { ...headers, ...more } });

/** Offers an endpoint of the platform: same checks, same answer, a path of ours and a scope. */
export function relayed(clients: Clients, offer: Offer, more: Partial<Operation> = {}): Operation {
  const { endpoint, names = {}, ...rest } = offer;
  const theirs = (name: string) => names[name] ?? name;
  const own = [...offer.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(
    own.map((name) => [name, endpoint.params?.shape[theirs(name)] as z.ZodType]),
  );
  return operation({
    ...rest,
    method: endpoint.method,
    summary: endpoint.summary,
    params: z.object(params),
    query: (endpoint.query ?? z.object({})).safeExtend(overrideFields(endpoint)),
    ...(endpoint.headers && { headers: endpoint.headers }),
    ...(endpoint.body && { body: endpoint.body }),
    status: endpoint.status,
    ...(endpoint.answer && { answer: endpoint.answer }),
    async perform(call: AnyCall) {
      const client = clientOf(clients, endpoint.family);
      if (!client.ok) return client;
      const { params: overrides, query } = splitQuery(endpoint, call.query);
      const ids = Object.fromEntries(Object.entries(call.params).map(([name, id]) => [theirs(name), id]));
      const input = { params: { ...overrides, ...ids }, query, headers: call.headers, body: call.body };
      const answer = await (client.value as AnyClient).call(endpoint, input, { signal: call.signal });
      if (!answer.ok) return failed(answer.error);
      return ok(
        endpoint.answer
          ? Response.json(answer.value, { status: endpoint.status })
          : new Response(null, { status: 204 }),
      );
    },
    ...more,
  } as Operation);
}
