import type * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { AnyInput, Endpoint } from './endpoint.ts';
import { type FieldError, fieldErrors, type PlatformError, platformError } from './errors.ts';
import type { Host } from './host.ts';
import { keyHeader } from './host-address.ts';
import { IN_WORDS } from './issue-words.ts';

/** A request for `fetch`. */
export interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit;
}

type Values = Readonly<Record<string, unknown>>;

const OWN_USER_AGENT = 'foyer-chat';

/** spaces are encoded as `%20`. `URLSearchParams` encodes them as `+`, and a plus sign as `%2B`. */
function queryText(values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const single of Array.isArray(value) ? value : [value]) query.append(name, String(single));
  }
  const text = query.toString().replaceAll('+', '%20');
  return text && `?${text}`;
}

/** An input that the schemas of its endpoint accept, with the ids that the client has set. */
export interface CheckedInput {
  readonly params: Values;
  readonly query: Values;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Values;
}

/**
 * Checks an input. All errors are returned together.
 * @param isChecked the endpoint's schemas have made query, headers and body already, so only the ids are checked
 */
export function checkInput(
  host: Host,
  endpoint: Endpoint,
  input: AnyInput,
  isChecked: boolean,
): Result<CheckedInput, PlatformError> {
  const errors: FieldError[] = [];
  const read = (schema: z.ZodObject | undefined, value: unknown): Values => {
    const parsed = schema?.safeParse(value ?? {}, IN_WORDS);
    if (parsed?.error) errors.push(...fieldErrors(parsed.error.issues));
    return parsed?.data ?? {};
  };
  const readUnlessChecked = (schema: z.ZodObject | undefined, value: unknown): Values =>
    isChecked && schema ? ((value ?? {}) as Values) : read(schema, value);

  const presets = Object.entries(host.presets).filter(([name]) => name in (endpoint.params?.shape ?? {}));
  const given = Object.entries(input.params ?? {}).filter(([, value]) => value !== undefined);
  const ids: Values = Object.fromEntries([...presets, ...given]);
  const checked: CheckedInput = {
    params: read(endpoint.params, ids),
    query: readUnlessChecked(endpoint.query, input.query),
    headers: readUnlessChecked(endpoint.headers, input.headers) as Record<string, string>,
    body: readUnlessChecked(endpoint.body, input.body),
  };
  if (errors.length === 0) return ok(checked);
  const error = platformError('INVALID_REQUEST', { errors });
  // a malformed id is 422.
  const isMalformedId = ({ field }: FieldError) => Object.hasOwn(ids, field) && ids[field] !== undefined;
  return err(errors.every(isMalformedId) ? { ...error, status: 422 } : error);
}

export function buildRequest(
  host: Host,
  endpoint: Endpoint,
  { params, query, headers, body }: CheckedInput,
  dialect?: Dialect,
): OutgoingRequest {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  return {
    url: `${host.url}${path}${queryText(query)}`,
    init: {
      method: endpoint.method,
      headers: {
        ...headers,
        [keyHeader(host.family, dialect)]: (endpoint.key && host.keys?.[endpoint.key]) ?? host.key,
        Accept: endpoint.media ?? 'application/json',
        'User-Agent': OWN_USER_AGENT,
        ...(endpoint.body && { 'Content-Type': 'application/json' }),
        // A range counts bytes of the recording, not of its compressed form.
        ...(endpoint.media && { 'Accept-Encoding': 'identity' }),
      },
      ...(endpoint.body && { body: JSON.stringify(body) }),
      // A redirect would send the key to another host.
      redirect: 'manual',
    },
  };
}
