import { isIpv4, isWithin, parseAddress, rangesOf } from './address.ts';

/** Addresses outside the public internet, and translation ranges that can lead to such addresses (S-61, S-62). */
const NON_PUBLIC = rangesOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
);
/** The only range of IPv6 that is assigned to the public internet. */
const GLOBAL_IPV6 = rangesOf('2000::/3');

/** Local names, and public DNS services that resolve a name to any address that is part of it. */
const NON_PUBLIC_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|lan|home|corp|intranet|internal|private|svc|consul|test|invalid|onion|arpa|nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|rbndr\.us|1u\.ms)$/;

/** Whether an IP address belongs to the public internet. An IPv4-mapped one does not: it may lead around a check of IPv4. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || isWithin(address, NON_PUBLIC)) return false;
  return text.includes(':') ? isWithin(address, GLOBAL_IPV6) : isIpv4(address);
}

/** Whether a host is public. `host` is normalised by `URL`: IPv4 in dotted decimal, IPv6 in brackets. */
export function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (parseAddress(address)) return isPublicAddress(address);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !NON_PUBLIC_NAME.test(name);
}
