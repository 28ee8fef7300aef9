import { BlockList, isIP } from 'node:net';

/** Addresses outside the public internet, and translation ranges that can lead to such addresses (S-61, S-62). */
const NON_PUBLIC = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NON_PUBLIC.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NON_PUBLIC.addSubnet(address, prefix, 'ipv6');
}
/** The only range of IPv6 that is assigned to the public internet. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Local names, and public DNS services that resolve a name to any address that is part of it. */
const NON_PUBLIC_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|lan|home|corp|intranet|internal|private|svc|consul|test|invalid|onion|arpa|nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|rbndr\.us|1u\.ms)$/;

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 6) return GLOBAL_IPV6.check(address, 'ipv6') && !NON_PUBLIC.check(address, 'ipv6');
  return isIP(address) === 4 && !NON_PUBLIC.check(address, 'ipv4');
}

/** Whether a host is public. `host` is normalised by `URL`: IPv4 in dotted decimal, IPv6 in brackets. */
export function isPublicHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isPublicAddress(address);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !NON_PUBLIC_NAME.test(name);
}
