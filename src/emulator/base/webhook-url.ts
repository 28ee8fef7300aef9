import { BlockList, isIP } from 'node:net';

/** Addresses that are not of the public internet, or lead to ones that are not (S-61, S-62). */
const PRIVATE = new BlockList();
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
  PRIVATE.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  PRIVATE.addSubnet(address, prefix, 'ipv6');
}
/** The only part of IPv6 that is given out. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Names of machines nearby, and names that anybody can make lead anywhere. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|lan|home|corp|intranet|internal|private|test|invalid|onion|arpa|nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|rbndr\.us|1u\.ms)$/;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;
const MAX_LENGTH = 2048;

/** This machine, as a name or an address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Whether an IP address is one of the public internet's. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 6) return GLOBAL_IPV6.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
  return isIP(address) === 4 && !PRIVATE.check(address, 'ipv4');
}

/** A host as `URL` spells it: IPv4 in four decimal numbers however it was written, IPv6 in brackets. */
function isPublic(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isPublicAddress(address);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !PRIVATE_NAME.test(name);
}

/**
 * Why the platform would not call a URL; undefined when it would. A name that is public may still lead to a private
 * address by the time of a delivery, so whoever delivers looks at the address again.
 */
export function faultInWebhookUrl(value: string, allowLoopback: boolean): string | undefined {
  if (value.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  // What `URL` would mend without a word is refused.
  const isPlain = /^https?:\/\/[^/\s\\][^\s\\]*$/.test(value) && URL.canParse(value);
  const url = isPlain ? new URL(value) : undefined;
  if (url && allowLoopback && isLoopback(url.hostname)) return undefined;
  if (url?.protocol !== 'https:') return 'must be a URL that begins with https://';
  if (url.username || url.password) return 'must not hold credentials';
  if (url.port !== '' && url.port !== '8443') return 'must be on port 443 or 8443';
  return isPublic(url.hostname) ? undefined : 'must lead to a public host';
}
