import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../base/public-address.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isLoopback, webhookUrlIssue } from './webhook-url.ts';

/** Resolves a name to all of its current addresses. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

export interface AddressError {
  /** True if a later attempt may succeed. */
  readonly isTemporary: boolean;
  readonly reason: string;
}

/**
 * The addresses that an attempt may connect to (S-61, R-9.8): the current addresses of the URL's host, if all of them are
 * allowed. A name that was public when the endpoint was created may resolve to a private address now.
 */
export async function allowedAddressesOf(
  url: string,
  allowLoopback: boolean,
  resolve: Resolve,
): Promise<Result<readonly LookupAddress[], AddressError>> {
  const issue = webhookUrlIssue(url, allowLoopback);
  if (issue !== undefined) return err({ isTemporary: false, reason: `its URL ${issue}` });
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  let addresses: readonly LookupAddress[];
  try {
    addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  } catch {
    return err({ isTemporary: true, reason: 'its name leads nowhere' });
  }
  const mayBeLoopback = allowLoopback && isLoopback(new URL(url).hostname);
  const isAllowed = ({ address }: LookupAddress) => (mayBeLoopback ? isLoopback : isPublicAddress)(address);
  if (addresses.length > 0 && addresses.every(isAllowed)) return ok(addresses);
  return err({ isTemporary: false, reason: 'its name leads to an address that is not public' });
}
