import type { Failure } from './problem.ts';

/** Browsers and proxies send a few dozen. Node would drop what exceeds a limit of its own, silently. */
const MAX_HEADERS = 100;

/** What is wrong with the headers of a request as they came, names and values in turn. */
export function faultOfHeaders(raw: readonly string[]): Failure | undefined {
  if (raw.length > 2 * MAX_HEADERS) return { failed: 'headers-too-large' };
  // Node keeps the first one; a proxy in front may have gone by the other.
  const hosts = raw.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host');
  if (hosts.length > 1)
    return { failed: 'invalid-request', errors: [{ field: 'Host', message: 'expected one' }] };
  return undefined;
}
