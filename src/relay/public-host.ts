/**
 * Returns whether a request names the host of `FOYER_PUBLIC_URL`, without which every name is accepted. Another name leads here by
 * a mistake of the proxy, or by somebody else's DNS.
 */
export function createHostCheck(publicUrl: string | undefined): (request: Request) => boolean {
  if (publicUrl === undefined) return () => true;
  const { host, protocol } = new URL(publicUrl);
  // TLS ends in front of the relay, so a default port is one of the public scheme.
  return (request) => new URL(`${protocol}//${new URL(request.url).host}`).host === host;
}

/** Machines and operators reach these by other names: probes by address, and the admin side inside a network. */
export const isForAnyHost = (path: string): boolean =>
  /^\/(?:healthz|readyz|metrics)$|^\/admin(?:\/|$)/.test(path);
