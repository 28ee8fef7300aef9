import { isWithin, parseAddress, rangesOf } from './address.ts';

/** The only range of IPv6 that is assigned to the public internet. */
const GLOBAL_IPV6 = rangesOf('2000::/3');

/** Local names, and public DNS services that resolve a name to an address that it contains. */
const NON_PUBLIC_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|lan|home|corp|intranet|internal|private|svc|consul|test|invalid|onion|arpa|nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|rbndr\.us|1u\.ms)$/;

/**
 * True if an IP address belongs to the public internet (S-61, S-62). False for IPv4-mapped addresses, since they can bypass a check of
 * IPv4, and for translation ranges, since they can lead to private addresses.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (text.includes(':')) return address.range() === 'unicast' && isWithin(address, GLOBAL_IPV6);
  return address.toIPv4Address().range() === 'unicast';
}

/** True if a host is public. `host` is normalised by `URL`: IPv4 in dotted decimal, IPv6 in brackets. */
export function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (parseAddress(address)) return isPublicAddress(address);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !NON_PUBLIC_NAME.test(name);
}
