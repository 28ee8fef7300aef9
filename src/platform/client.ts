import { collectBytes, parseJson, readBytes } from '../base/bounded-body.ts';
import { jsonLimitMessage } from '../base/bounded-json.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Dialect, otherDialect } from '../protocol/dialect.ts';
import { type AnswerStream, toAnswerStream } from './answer-stream.ts';
import type { AnswerOf, AnyInput, Endpoint, Family, InputOf } from './endpoint.ts';
import { fieldErrors, type PlatformError, platformError } from './errors.ts';
import { createHost, type DialectMemory, type Host } from './host.ts';
import { buildRequest, checkInput } from './request.ts';
import { discardAnswer, type PlatformPorts, type ReadAnswer, sendWithRetries } from './send-with-retries.ts';

export interface CallOptions {
  /** Aborts the call. For a stream this also works after the body has begun. */
  readonly signal?: AbortSignal | undefined;
  /**
   * True when the caller has parsed query, headers and body with the endpoint's schemas already. They are sent unchanged. The ids
   * in `params` are checked all the same.
   */
  readonly isChecked?: boolean | undefined;
  /** True when somebody waits: if the answer asks for a pause, returns it at once with `retryInMs`. */
  readonly isUrgent?: boolean | undefined;
}

/** A client of one host family, with that family's key. Its promises never reject. */
export interface Client<F extends Family> {
  /** Calls an endpoint and validates the answer. */
  call<E extends Endpoint & { readonly family: F; readonly media?: never }>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Result<AnswerOf<E>, PlatformError>>;
  /** Calls an endpoint and returns a successful answer as a stream, byte for byte and without parsing it. */
  stream<E extends Endpoint & { readonly family: F }>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Result<AnswerStream, PlatformError>>;
}

/** S-102: limit for answers that are parsed. Larger ones, such as pages of long conversations, are available as a stream. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const TOO_LARGE = `must have at most ${MAX_ANSWER_BYTES} bytes; use a smaller page or a stream`;

/** Validates an answer and returns it unchanged, unknown fields included. */
const readJsonAnswer =
  (answer: NonNullable<Endpoint['answer']>): ReadAnswer<unknown> =>
  async (response) => {
    const upstream = { status: response.status };
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBytes(response.body, collectBytes(MAX_ANSWER_BYTES));
    } catch {
      return undefined;
    }
    const exceeded = bytes ? jsonLimitMessage(bytes) : TOO_LARGE;
    if (!bytes || exceeded !== undefined) {
      return err(
        platformError('UNEXPECTED_ANSWER', {
          upstream,
          errors: [{ field: '', message: exceeded ?? TOO_LARGE }],
        }),
      );
    }
    const value = parseJson(bytes);
    const { error } = answer.safeParse(value);
    return error
      ? err(platformError('UNEXPECTED_ANSWER', { upstream, errors: fieldErrors(error.issues) }))
      : ok(value);
  };

/** Returns an answer as a stream. Fails when its content type is not the endpoint's, for example for an HTML error page. */
const readStreamAnswer =
  (endpoint: Endpoint, clock: Clock, signal: AbortSignal): ReadAnswer<AnswerStream> =>
  async (response) => {
    const expected = endpoint.media ?? 'application/json';
    const type = (response.headers.get('content-type') ?? expected).split(';')[0]?.trim().toLowerCase();
    if (type === expected) return ok(toAnswerStream(response, expected, clock, signal));
    await response.body?.cancel().catch(() => {});
    return err(platformError('UNEXPECTED_ANSWER', { upstream: { status: response.status } }));
  };

const statusOf = (result: Result<unknown, PlatformError>): number | undefined =>
  result.ok ? undefined : result.error.upstream?.status;

function createClient<F extends Family>(host: Host, given: Partial<PlatformPorts>): Client<F> {
  const ports: PlatformPorts = {
    clock: given.clock ?? systemClock(),
    fetch: given.fetch ?? globalThis.fetch,
    random: given.random ?? Math.random,
  };

  async function send<T>(
    endpoint: Endpoint,
    input: AnyInput,
    { signal, isChecked = false, isUrgent = false }: CallOptions & { readonly signal: AbortSignal },
    readAnswer: ReadAnswer<T>,
  ): Promise<Result<T, PlatformError>> {
    const checked = checkInput(host, endpoint, input, isChecked);
    if (!checked.ok) return checked;
    const sendIn = (dialect: Dialect | undefined): Promise<Result<T, PlatformError>> => {
      const outgoing = buildRequest(host, endpoint, checked.value, dialect);
      return sendWithRetries({ host, endpoint, outgoing, signal, isUrgent, readAnswer }, ports);
    };
    if (typeof host.dialect !== 'object') return sendIn(host.dialect);
    const assumed = (await host.dialect.read()) ?? 'service';
    const first = await sendIn(assumed);
    if (statusOf(first) !== 401) return first;
    // M-1.5: a host does not read the other dialect's header, so the call was not carried out.
    const second = await sendIn(otherDialect(assumed));
    if (statusOf(second) === 401) return first;
    // Any other error may precede the check of the key.
    if (second.ok || statusOf(second) === 404) await host.dialect.learn(otherDialect(assumed));
    return second;
  }

  const never = () => new AbortController().signal;
  return {
    call: <E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      { signal = never(), ...options }: CallOptions = {},
    ) =>
      send(
        endpoint,
        input,
        { signal, ...options },
        endpoint.answer ? readJsonAnswer(endpoint.answer) : discardAnswer,
      ) as Promise<Result<AnswerOf<E>, PlatformError>>,
    stream: (endpoint, input, { signal = never(), ...options } = {}) =>
      send(endpoint, input, { signal, ...options }, readStreamAnswer(endpoint, ports.clock, signal)),
  };
}

interface Address {
  /** https, with the region in the host name where the family has regions; http only on loopback. */
  readonly url: string;
  readonly key: string;
  /** Further secrets that no error may contain. Errors never contain the key. */
  readonly secrets?: readonly string[] | undefined;
}

/** The ids are used for every call that does not set them in its `params`. */
export interface BaseHostConfig extends Address {
  /** For alert rules and alerts: their keys are issued separately; default: `key`. */
  readonly alertsKey?: string | undefined;
  readonly agentId?: string | undefined;
  readonly branchId?: string | undefined;
}
export interface PlatformHostConfig extends Address {
  /** For conversations of v1 and v2: they have keys of the older kind; default: `key`. */
  readonly legacyKey?: string | undefined;
  readonly accountId?: string | undefined;
  readonly projectId?: string | undefined;
}
export interface OutboundHostConfig extends Address {
  /** Spelling of the platform's header names; `service` by default. A memory: found by a 401, and remembered. */
  readonly dialect?: Dialect | DialectMemory | undefined;
}

const presetsOf = (ids: Record<string, string | undefined>): Host['presets'] =>
  Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));

/**
 * Creates a client for behaviour, alerts, webhook endpoints, audio cache, attributes, Data API and debug chat.
 *
 * @throws TypeError when the address or the key is malformed.
 */
export function createBaseClient(
  { url, key, alertsKey, secrets, agentId, branchId }: BaseHostConfig,
  ports: Partial<PlatformPorts> = {},
): Client<'base'> {
  const presets = presetsOf({ agent_id: agentId, branch_id: branchId });
  return createClient(
    createHost({ family: 'base', url, key, keys: { alerts: alertsKey }, secrets, presets }),
    ports,
  );
}

/**
 * Creates a client for conversations, concurrency and handoff state.
 *
 * @throws TypeError when the address or the key is malformed.
 */
export function createPlatformClient(
  { url, key, legacyKey, secrets, accountId, projectId }: PlatformHostConfig,
  ports: Partial<PlatformPorts> = {},
): Client<'platform'> {
  const presets = presetsOf({ account_id: accountId, project_id: projectId });
  return createClient(
    createHost({ family: 'platform', url, key, keys: { legacy: legacyKey }, secrets, presets }),
    ports,
  );
}

/**
 * Creates a client for outbound calls.
 *
 * @throws TypeError when the address or the token is malformed.
 */
export function createOutboundClient(
  { url, key, secrets, dialect }: OutboundHostConfig,
  ports: Partial<PlatformPorts> = {},
): Client<'outbound'> {
  return createClient(createHost({ family: 'outbound', url, key, secrets, dialect, presets: {} }), ports);
}
