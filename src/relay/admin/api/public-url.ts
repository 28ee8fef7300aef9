import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';
import { isPublicAddress, isPublicHost } from '../../../base/public-address.ts';
import { err } from '../../../base/result.ts';
import type { Operation } from './operation.ts';

/** Resolves a name to all of its current addresses. Rejects if it has none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** A slow name server must not block the request. */
const LOOKUP_MS = 2_000;

export interface PublicUrlPorts {
  readonly lookup: Lookup;
  readonly clock: Clock;
}

/**
 * True for a URL whose host is public, by its name and its current addresses. Also true for a name that cannot be resolved here:
 * every delivery resolves it again.
 */
export async function leadsToPublicHost(url: string, { lookup, clock }: PublicUrlPorts, signal: AbortSignal) {
  const { hostname } = new URL(url);
  if (!isPublicHost(hostname)) return false;
  const answered = new AbortController();
  const cancel = () => answered.abort();
  signal.addEventListener('abort', cancel);
  const addresses = await Promise.race([
    lookup(hostname).catch(() => []),
    pause(clock, LOOKUP_MS, answered.signal).then((): readonly string[] => []),
  ]);
  cancel();
  signal.removeEventListener('abort', cancel);
  return addresses.every(isPublicAddress);
}

/** Refuses a call whose body has a non-public `url` (S-62, R-8.5), before the platform is called. */
export const withPublicUrl = <O extends Operation>(ports: PublicUrlPorts, operation: O): O => ({
  ...operation,
  async perform(call: Parameters<O['perform']>[0]) {
    const { url } = call.body as { readonly url?: string };
    if (url === undefined || (await leadsToPublicHost(url, ports, call.signal)))
      return operation.perform(call);
    return err({
      failed: 'unprocessable',
      errors: [{ field: 'url', message: 'must lead to a public host' }],
    });
  },
});
