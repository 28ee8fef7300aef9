/** Browsers and proxies send a few dozen headers. Node would silently drop headers above a limit of its own. */
const MAX_HEADERS = 100;

/** A request whose headers are not acceptable. */
export type HeaderIssue = 'too-many' | 'several-hosts' | 'no-host';

/** Checks `rawHeaders` of a request (names and values alternate). Returns undefined when they are acceptable. */
export function headerIssue(raw: readonly string[]): HeaderIssue | undefined {
  if (raw.length > 2 * MAX_HEADERS) return 'too-many';
  const hosts = raw.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length === 0) return 'no-host';
  // Node keeps the first `Host`; a proxy in front may have used the second.
  return hosts.length > 1 ? 'several-hosts' : undefined;
}
