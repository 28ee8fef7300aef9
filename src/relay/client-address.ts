import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { Log } from './log.ts';

/** Who is at the other end of the connection that a request came by. */
export interface Peer {
  /** The IP address, as the server sees it: the last proxy's where there is one. */
  readonly address?: string | undefined;
}

/** Addresses of proxies: `prefix` bits of `address`. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
}

const LOOPBACK: readonly AddressRange[] = [
  { address: '127.0.0.0', prefix: 8 },
  { address: '::1', prefix: 128 },
];
/** Where a proxy of one's own is likely to be: RFC 1918, RFC 4193, RFC 6598. */
const PRIVATE: readonly AddressRange[] = [
  { address: '10.0.0.0', prefix: 8 },
  { address: '172.16.0.0', prefix: 12 },
  { address: '192.168.0.0', prefix: 16 },
  { address: '100.64.0.0', prefix: 10 },
  { address: 'fc00::', prefix: 7 },
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

function listOf(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, familyOf(address));
  return list;
}

/** An address as a server or a proxy writes it, without port, brackets and zone; undefined when it is none. */
function parseAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) === 0 ? undefined : address;
}

/** The network that stands for an address in a limit: of IPv6 a household has 2^64 of them, and may use each once. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The one spelling of it, in hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const whole = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/** All visitors whose address nobody knows share one limit. */
const NOBODY = 'unknown';

/**
 * Tells whose limits a request counts against. `X-Forwarded-For` is believed entry by entry from its end, as long as
 * a trusted proxy wrote it: anybody may have written what stands before.
 */
export function createClientAddress(
  trusted: readonly AddressRange[],
  log: Log,
): (peer: Peer, headers: Headers) => string {
  const proxies = listOf(trusted);
  const near = listOf([...LOOPBACK, ...PRIVATE]);
  let hasWarned = false;

  return (peer, headers) => {
    const forwarded = headers.get('x-forwarded-for');
    let address = parseAddress(peer.address ?? '');
    if (address === undefined) return NOBODY;
    if (forwarded === null) return networkOf(address);
    if (trusted.length === 0 && !hasWarned && near.check(address, familyOf(address))) {
      hasWarned = true;
      log.warn(
        'X-Forwarded-For is ignored, so visitors behind the proxy share their limits; set FOYER_TRUST_PROXY',
      );
    }
    const entries = forwarded.split(',');
    while (proxies.check(address, familyOf(address))) {
      const before = parseAddress(entries.pop()?.trim() ?? '');
      if (before === undefined) break;
      address = before;
    }
    return networkOf(address);
  };
}
