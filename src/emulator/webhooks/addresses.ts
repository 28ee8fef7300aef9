import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { err, ok, type Result } from '../../base/result.ts';
import { faultInWebhookUrl, isLoopback, isPublicAddress } from '../base/webhook-url.ts';

/** Every address that a name has at this moment; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

export interface Unreachable {
  /** Whether another time may do better. */
  readonly isForNow: boolean;
  readonly why: string;
}

/**
 * Where an attempt may connect to (S-61): the addresses that the URL's host has now, if every one of them is such as the
 * platform calls. A name that was public when the endpoint was made may have been led elsewhere since.
 */
export async function addressesOf(
  url: string,
  allowLoopback: boolean,
  resolve: Resolve,
): Promise<Result<readonly LookupAddress[], Unreachable>> {
  const fault = faultInWebhookUrl(url, allowLoopback);
  if (fault !== undefined) return err({ isForNow: false, why: `its URL ${fault}` });
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  let addresses: readonly LookupAddress[];
  try {
    addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  } catch {
    return err({ isForNow: true, why: 'its name leads nowhere' });
  }
  const mayBeLoopback = allowLoopback && isLoopback(new URL(url).hostname);
  const isAllowed = ({ address }: LookupAddress) => (mayBeLoopback ? isLoopback : isPublicAddress)(address);
  if (addresses.length > 0 && addresses.every(isAllowed)) return ok(addresses);
  return err({ isForNow: false, why: 'its name leads to an address that is not public' });
}
