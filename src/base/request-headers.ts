/** Browsers and proxies send a few dozen. Node would drop what exceeds a limit of its own, silently. */
const MAX_HEADERS = 100;

/** What is wrong with the headers of a request as they came, names and values in turn. */
export function faultOfHeaders(raw: readonly string[]): 'too-many' | 'several-hosts' | undefined {
  if (raw.length > 2 * MAX_HEADERS) return 'too-many';
  // Node keeps the first one; a proxy in front may have gone by the other.
  const hosts = raw.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host');
  return hosts.length > 1 ? 'several-hosts' : undefined;
}
