import { parseJson, readBytes } from '../base/bounded-body.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Dialect } from '../protocol/dialect.ts';
import { type PlatformPorts, perform, type Take, takeNothing } from './attempts.ts';
import type { AnswerOf, AnyInput, Endpoint, Family, InputOf } from './endpoint.ts';
import { fieldErrors, type PlatformError, platformError } from './errors.ts';
import { createHost, type Host } from './host.ts';
import { type Passage, passageOf } from './passage.ts';
import { buildRequest } from './request.ts';

export interface CallOptions {
  /** Gives the call up; a stream also after it has begun. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls of one host family, with that family's key. Nothing here ever rejects. */
export interface Client<F extends Family> {
  /** Calls an endpoint and checks what comes back. */
  call<E extends Endpoint & { readonly family: F; readonly media?: never }>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Result<AnswerOf<E>, PlatformError>>;
  /** The same, but a good answer is handed on as it arrives, unread and byte for byte. */
  stream<E extends Endpoint & { readonly family: F }>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Result<Passage, PlatformError>>;
}

/** What is read whole may not fill the memory: a page of 1000 long conversations has room. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Checks an answer and leaves it as it came: what is unknown or opaque in it is not touched. */
const takeJson =
  (answer: NonNullable<Endpoint['answer']>): Take<unknown> =>
  async (response) => {
    const upstream = { status: response.status };
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBytes(response.body, MAX_ANSWER_BYTES);
    } catch {
      return undefined;
    }
    const value = bytes && parseJson(bytes);
    const { error } = answer.safeParse(value);
    return error
      ? err(platformError('UNEXPECTED_ANSWER', { upstream, errors: fieldErrors(error.issues) }))
      : ok(value);
  };

/** Hands an answer on, unless it says itself that it is something else than the endpoint gives, such as a page. */
const takeStream =
  (endpoint: Endpoint, clock: Clock, signal: AbortSignal): Take<Passage> =>
  async (response) => {
    const expected = endpoint.media ?? 'application/json';
    const type = (response.headers.get('content-type') ?? expected).split(';')[0]?.trim().toLowerCase();
    if (type === expected) return ok(passageOf(response, expected, clock, signal));
    await response.body?.cancel().catch(() => {});
    return err(platformError('UNEXPECTED_ANSWER', { upstream: { status: response.status } }));
  };

function createClient<F extends Family>(host: Host, given: Partial<PlatformPorts>): Client<F> {
  const ports: PlatformPorts = {
    clock: given.clock ?? systemClock(),
    fetch: given.fetch ?? globalThis.fetch,
    random: given.random ?? Math.random,
  };

  async function send<T>(
    endpoint: Endpoint,
    input: AnyInput,
    signal: AbortSignal,
    take: Take<T>,
  ): Promise<Result<T, PlatformError>> {
    const outgoing = buildRequest(host, endpoint, input);
    if (!outgoing.ok) return outgoing;
    return perform({ host, endpoint, outgoing: outgoing.value, signal, take }, ports);
  }

  const never = () => new AbortController().signal;
  return {
    call: <E extends Endpoint>(endpoint: E, input: InputOf<E>, { signal = never() }: CallOptions = {}) =>
      send(endpoint, input, signal, endpoint.answer ? takeJson(endpoint.answer) : takeNothing) as Promise<
        Result<AnswerOf<E>, PlatformError>
      >,
    stream: (endpoint, input, { signal = never() } = {}) =>
      send(endpoint, input, signal, takeStream(endpoint, ports.clock, signal)),
  };
}

interface Address {
  /** https, with the region in the host's name where the family has regions; http on loopback. */
  readonly url: string;
  readonly key: string;
}

/** What the calls are about, unless one says otherwise. */
export interface BaseHostConfig extends Address {
  readonly agentId?: string | undefined;
  readonly branchId?: string | undefined;
}
export interface PlatformHostConfig extends Address {
  readonly accountId?: string | undefined;
  readonly projectId?: string | undefined;
}
export interface OutboundHostConfig extends Address {
  /** How the platform spells its names; `service` by default. */
  readonly dialect?: Dialect | undefined;
}

const settledOf = (ids: Record<string, string | undefined>): Host['settled'] =>
  Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));

/**
 * Behaviour, alerts, webhook endpoints, audio cache, attributes, Data API, debug chat.
 *
 * @throws TypeError when the address or the key is malformed.
 */
export function createBaseClient(
  { url, key, agentId, branchId }: BaseHostConfig,
  ports: Partial<PlatformPorts> = {},
): Client<'base'> {
  const settled = settledOf({ agent_id: agentId, branch_id: branchId });
  return createClient(createHost({ family: 'base', url, key, settled }), ports);
}

/**
 * Conversations, concurrency, handoff state.
 *
 * @throws TypeError when the address or the key is malformed.
 */
export function createPlatformClient(
  { url, key, accountId, projectId }: PlatformHostConfig,
  ports: Partial<PlatformPorts> = {},
): Client<'platform'> {
  const settled = settledOf({ account_id: accountId, project_id: projectId });
  return createClient(createHost({ family: 'platform', url, key, settled }), ports);
}

/**
 * Outbound calls.
 *
 * @throws TypeError when the address or the token is malformed.
 */
export function createOutboundClient(
  { url, key, dialect }: OutboundHostConfig,
  ports: Partial<PlatformPorts> = {},
): Client<'outbound'> {
  return createClient(createHost({ family: 'outbound', url, key, dialect, settled: {} }), ports);
}
