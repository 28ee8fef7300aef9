import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { Log } from './log.ts';

/** The remote end of the connection of a request. */
export interface Peer {
  /** IP address as the server sees it; behind proxies it is the last proxy's. */
  readonly address?: string | undefined;
}

/** A range of IP addresses: the first `prefix` bits of `address`. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
}

const LOOPBACK: readonly AddressRange[] = [
  { address: '127.0.0.0', prefix: 8 },
  { address: '::1', prefix: 128 },
];
/** Private networks, where a proxy is likely to be: RFC 1918, RFC 4193, RFC 4291, RFC 6598. */
const PRIVATE: readonly AddressRange[] = [
  { address: '10.0.0.0', prefix: 8 },
  { address: '172.16.0.0', prefix: 12 },
  { address: '192.168.0.0', prefix: 16 },
  { address: '100.64.0.0', prefix: 10 },
  { address: 'fc00::', prefix: 7 },
  { address: 'fe80::', prefix: 10 },
];

/** Reads one entry of a list of proxies: an address, a range such as 10.0.0.0/8, or `loopback`. */
export function parseProxy(entry: string): readonly AddressRange[] | undefined {
  if (entry === 'loopback') return LOOPBACK;
  const [, address = '', bits] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (isIP(address) === 0) return undefined;
  const longest = isIPv4(address) ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  return prefix <= longest ? [{ address, prefix }] : undefined;
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Bits of the widest public range that is taken for a range of proxies. */
const WIDEST = { ipv4: 8, ipv6: 16 };

/** True for a range such as 0.0.0.0/0 or ::/0, which visitors come from. Private networks may be of any size. */
export function isTooWide(range: AddressRange): boolean {
  const isPrivate = PRIVATE.some((it) => {
    return range.prefix >= it.prefix && listOf([it]).check(range.address, familyOf(range.address));
  });
  if (isPrivate) return false;
  const list = listOf([range]);
  // ::ffff:0:0/96 holds all IPv4 addresses.
  const holdsIpv4 = list.check('8.8.8.8') && list.check('193.0.0.1');
  return holdsIpv4 || range.prefix < WIDEST[familyOf(range.address)];
}

/** True for a single address, and for the machine itself. */
export const isOneMachine = ({ address, prefix }: AddressRange): boolean =>
  prefix === (isIPv4(address) ? 32 : 128) ||
  (prefix >= 8 && listOf(LOOPBACK).check(address, familyOf(address)));

function listOf(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, familyOf(address));
  return list;
}

/** Parses an address as servers and proxies write it; removes port, brackets and zone. undefined when it is not an address. */
function parseAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.split('%', 1)[0] ?? '';
  if (isIP(address) === 0) return undefined;
  return isIPv6(address) ? (mappedIpv4(address) ?? address) : address;
}

/** `URL` normalises the address to hexadecimal groups. */
const normalizeIpv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The IPv4 address in an IPv4-mapped one, in any spelling (RFC 4291 §2.5.5.2): all of them are in one network of 64 bits. */
function mappedIpv4(address: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(normalizeIpv6(address)) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The network that rate limits count instead of an address: with IPv6 one household has 2^64 addresses. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = normalizeIpv6(address).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const whole = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/** The IPv6 network of 48 or 56 bits around one of 64 bits; undefined for IPv4. */
export function widerNetwork(client: string, bits: 48 | 56): string | undefined {
  const [, first, last] = /^(.*):([^:]*)::\/64$/.exec(client) ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (bits === 48) return `${first}::/48`;
  return `${first}:${(Number.parseInt(last, 16) & 0xff00).toString(16)}::/56`;
}

/** All visitors without a known address share one limit. */
const UNKNOWN = 'unknown';

/** Requests whose limits count visitors. Probes, operators and caches call others, also from within the network of the proxy. */
const isOfVisitor = (url: string): boolean => new URL(url).pathname.startsWith('/chat/');

interface ClientAddressPorts {
  readonly log: Log;
  /** Called for each request of a visitor whose address a trusted proxy does not tell. */
  readonly onHidden: () => void;
}

/** Whether the remote end of a connection is a trusted proxy. */
export function createProxyCheck(trusted: readonly AddressRange[]): (peer: Peer) => boolean {
  const proxies = listOf(trusted);
  return (peer) => {
    const address = parseAddress(peer.address ?? '');
    return address !== undefined && proxies.check(address, familyOf(address));
  };
}

/** Returns the client that a request counts for in rate limits. */
export type ClientAddress = (peer: Peer, request: Pick<Request, 'url' | 'headers'>) => string;

/** Reads `X-Forwarded-For` from its end, as long as a trusted proxy wrote the entry; clients can forge the entries before. */
export function createClientAddress(
  trusted: readonly AddressRange[],
  { log, onHidden }: ClientAddressPorts,
): ClientAddress {
  const proxies = listOf(trusted);
  const nearby = listOf([...LOOPBACK, ...PRIVATE]);
  const warned = new Set<string>();
  const warnOnce = (remedy: string) => {
    if (!warned.has(remedy)) log.warn(remedy);
    warned.add(remedy);
  };

  return (peer, { url, headers }) => {
    const forwarded = headers.get('x-forwarded-for');
    let address = parseAddress(peer.address ?? '');
    if (address === undefined) return UNKNOWN;
    if (forwarded === null) {
      if (proxies.check(address, familyOf(address)) && isOfVisitor(url)) {
        onHidden();
        warnOnce(
          'a proxy of FOYER_TRUST_PROXY sends no X-Forwarded-For, so visitors behind it share their limits; let it add the header, or remove it from the list',
        );
      }
      return networkOf(address);
    }
    if (trusted.length === 0 && nearby.check(address, familyOf(address)))
      warnOnce(
        'X-Forwarded-For is ignored, so visitors behind the proxy share their limits; set FOYER_TRUST_PROXY',
      );
    const entries = forwarded.split(',');
    while (proxies.check(address, familyOf(address))) {
      const before = parseAddress(entries.pop()?.trim() ?? '');
      if (before === undefined) break;
      address = before;
    }
    return networkOf(address);
  };
}
