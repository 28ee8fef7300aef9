import type * as z from 'zod/v4/core';
import type { Clock } from '../base/clock.ts';
import { startDeadline } from '../base/deadline.ts';
import { err, ok, type Result } from '../base/result.ts';
import {
  amount,
  listOf,
  maybeText,
  object,
  optional,
  parse,
  record,
  text,
} from '../protocol/field-readers.ts';

/** An invalid field of a request, with the reason. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A call that failed. `message` is one or more sentences for the person at the page. */
export type CallError =
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly message: string;
      /** For the server's log. */
      readonly requestId: string | undefined;
      /** The answer of the platform behind the server, if it was the platform that refused. */
      readonly upstream: { readonly status: number; readonly errorId: string | undefined } | undefined;
      /** Errors of single fields of the request, such as `ids.0`. */
      readonly errors: readonly FieldError[];
    }
  | { readonly type: 'unreachable' | 'timeout' | 'unreadable' | 'aborted'; readonly message: string };

interface CallOptions<Value> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: object;
  /** Reads the answer. Without it, the body of the answer is ignored. */
  readonly answer?: z.$ZodType<Value>;
  readonly signal?: AbortSignal;
  /** Time limit of the call, if it may take longer than most. */
  readonly withinMs?: number;
}

/** Client of the page's own server. */
export interface ApiClient {
  /** Never rejects. */
  call<Value = undefined>(path: string, options: CallOptions<Value>): Promise<Result<Value, CallError>>;
}

interface ApiClientOptions {
  /** Beginning of all paths. */
  readonly base: string;
  /** The server's name in sentences. */
  readonly server: string;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** Headers of all calls but GET, such as a header against cross-site request forgery. */
  readonly headersOfChange?: () => Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 15_000;
const TOO_MANY = 429;

/** Texts of an error: a problem document (RFC 9457), or the field `message` of the embedded platform. */
const errorBody = object({
  title: maybeText,
  detail: maybeText,
  message: maybeText,
  request_id: maybeText,
  upstream: optional('an answer', record({ status: amount, error_id: maybeText })),
  errors: listOf(record({ field: text, message: text })),
});

const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

export function createApiClient({
  base,
  server,
  clock,
  fetch,
  headersOfChange,
}: ApiClientOptions): ApiClient {
  async function refusal({ status, headers }: Response, body: unknown): Promise<CallError> {
    const { title, detail, message, request_id, upstream, errors = [] } = parse(errorBody, body).value ?? {};
    const seconds = status === TOO_MANY ? Number(headers.get('retry-after')) : 0;
    const wait = seconds > 0 ? `Try again in ${seconds} s` : undefined;
    const words = [title ?? message, detail, wait].filter((part) => part !== undefined);
    return {
      type: 'refused',
      status,
      message: words.length > 0 ? words.map(sentence).join(' ') : `The ${server} answered ${status}.`,
      requestId: request_id,
      upstream,
      errors,
    };
  }

  return {
    async call<Value>(
      path: string,
      { method, body, answer, signal, withinMs = TIMEOUT_MS }: CallOptions<Value>,
    ) {
      const deadline = startDeadline(clock, withinMs, signal ?? new AbortController().signal);
      try {
        const response = await fetch(`${base}${path}`, {
          method,
          signal: deadline.signal,
          headers: {
            ...(body && { 'Content-Type': 'application/json' }),
            ...(method !== 'GET' && headersOfChange?.()),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!response.ok) return err(await refusal(response, await response.json().catch(() => undefined)));
        if (!answer) return ok(undefined as Value);
        const read = parse(answer, await response.json().catch(() => undefined));
        return read.ok
          ? read
          : err({ type: 'unreadable', message: `The answer of the ${server} cannot be read.` } as const);
      } catch {
        if (deadline.hasExpired())
          return err({ type: 'timeout', message: `The ${server} does not answer.` } as const);
        if (signal?.aborted) return err({ type: 'aborted', message: 'The call was given up.' } as const);
        return err({ type: 'unreachable', message: `The ${server} cannot be reached.` } as const);
      } finally {
        deadline.clear();
      }
    },
  };
}
