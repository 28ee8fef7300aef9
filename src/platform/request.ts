import type * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import type { AnyInput, Endpoint } from './endpoint.ts';
import { type FieldError, fieldErrors, type PlatformError, platformError } from './errors.ts';
import type { Host } from './host.ts';
import { keyHeader } from './hosts.ts';

/** A request as it goes out. */
export interface Outgoing {
  readonly url: string;
  readonly init: RequestInit;
}

type Values = Readonly<Record<string, unknown>>;

const OWN_USER_AGENT = 'foyer-chat';

/** The specification wants spaces as `%20`; a form's encoding makes them `+`, and a plus sign `%2B`. */
function queryText(values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const it of Array.isArray(value) ? value : [value]) query.append(name, String(it));
  }
  const text = query.toString().replaceAll('+', '%20');
  return text && `?${text}`;
}

/** Checks all of an input and makes the request of it; every fault of it is returned at once, and nothing is sent. */
export function buildRequest(
  host: Host,
  endpoint: Endpoint,
  input: AnyInput,
): Result<Outgoing, PlatformError> {
  const faults: FieldError[] = [];
  const read = (schema: z.ZodObject | undefined, value: unknown): Values => {
    const parsed = schema?.safeParse(value ?? {});
    if (parsed?.error) faults.push(...fieldErrors(parsed.error.issues));
    return parsed?.data ?? {};
  };

  const settled = Object.entries(host.settled).filter(([name]) => name in (endpoint.params?.shape ?? {}));
  const said = Object.entries(input.params ?? {}).filter(([, value]) => value !== undefined);
  const params = read(endpoint.params, Object.fromEntries([...settled, ...said]));
  const query = read(endpoint.query, input.query);
  const headers = read(endpoint.headers, input.headers) as Record<string, string>;
  const body = read(endpoint.body, input.body);
  if (faults.length > 0) return err(platformError('INVALID_REQUEST', { errors: faults }));

  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  return ok({
    url: `${host.url}${path}${queryText(query)}`,
    init: {
      method: endpoint.method,
      headers: {
        ...headers,
        [keyHeader(host.family, host.dialect)]: host.key,
        Accept: endpoint.media ?? 'application/json',
        'User-Agent': OWN_USER_AGENT,
        ...(endpoint.body && { 'Content-Type': 'application/json' }),
        // A range counts the bytes of the recording itself, not of a compressed one.
        ...(endpoint.media && { 'Accept-Encoding': 'identity' }),
      },
      ...(endpoint.body && { body: JSON.stringify(body) }),
      // The key is for the configured host and no other.
      redirect: 'manual',
    },
  });
}
