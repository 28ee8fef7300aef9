import {
  type Address,
  type AddressRange,
  addressText,
  ipv4Bits,
  isIpv4,
  isSingle,
  isWithin,
  parseAddress,
  parseRange,
  rangesOf,
} from '../../base/address.ts';
import type { Log } from '../log/log.ts';

/** The remote end of the connection of a request. */
export interface Peer {
  /** IP address that the server sees; behind proxies it belongs to the last proxy. */
  readonly address?: string | undefined;
}

const ALL_IPV4 = rangesOf('0.0.0.0/0');
const LOOPBACK = rangesOf('127.0.0.0/8', '::1');
/** Private networks, the usual place of a proxy: RFC 1918, RFC 4193, RFC 4291, RFC 6598. */
const PRIVATE = rangesOf(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fe80::/10',
);

/** Reads one entry of a list of proxies: an address, a range such as 10.0.0.0/8, or `loopback`. */
export function parseProxy(entry: string): readonly AddressRange[] | undefined {
  if (entry === 'loopback') return LOOPBACK;
  const range = parseRange(entry);
  return range && [range];
}

/** Bits of the widest public range that is accepted as a range of proxies. */
const WIDEST_IPV4 = 8;
const WIDEST_IPV6 = 16;

const isPart = ({ address, prefix }: AddressRange, ranges: readonly AddressRange[]): boolean =>
  ranges.some((range) => prefix >= range.prefix && isWithin(address, [range]));

/** True for a range that includes visitors, such as 0.0.0.0/0 or ::/0. Private networks may have any size. */
export function isTooWide(range: AddressRange): boolean {
  if (isPart(range, PRIVATE)) return false;
  const bits = ipv4Bits(range);
  return bits === undefined
    ? range.prefix < WIDEST_IPV6 || ALL_IPV4.some((all) => isPart(all, [range]))
    : bits < WIDEST_IPV4;
}

/** True for a single address and for loopback. */
export const isOneMachine = (range: AddressRange): boolean => isSingle(range) || isPart(range, LOOPBACK);

/** Reads an address as servers and proxies write it; removes port, brackets and zone. undefined when it is not an address. */
function addressIn(text: string): Address | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return parseAddress(bare.split('%', 1)[0] ?? '');
}

/** The unit of rate limits. It is a /64 network for IPv6, because one household has 2^64 addresses. */
const networkOf = (address: Address): string =>
  isIpv4(address)
    ? addressText(address)
    : `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;

/** The IPv6 network of 48 or 56 bits around a /64 network; undefined for IPv4. */
export function widerNetwork(client: string, bits: 48 | 56): string | undefined {
  const [, first, last] = /^(.*):([^:]*)::\/64$/.exec(client) ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (bits === 48) return `${first}::/48`;
  return `${first}:${(Number.parseInt(last, 16) & 0xff00).toString(16)}::/56`;
}

/** All visitors without a known address share one limit. */
const UNKNOWN = 'unknown';

/** Only requests of visitors are checked. Probes, operators and caches may come from the proxy's own network. */
const isVisitorRequest = (url: string): boolean => new URL(url).pathname.startsWith('/chat/');

interface ClientAddressPorts {
  readonly log: Log;
  /** Called for each visitor's request without an address from a trusted proxy. */
  readonly onHidden: () => void;
}

/** Returns a function that recognizes trusted proxies. */
export function createProxyCheck(trusted: readonly AddressRange[]): (peer: Peer) => boolean {
  return (peer) => {
    const address = addressIn(peer.address ?? '');
    return address !== undefined && isWithin(address, trusted);
  };
}

/** The client's address: the peer, or the last forwarded address outside the trusted proxies. Clients can forge earlier entries. */
function clientBehind(peer: Address, forwarded: string, trusted: readonly AddressRange[]): Address {
  const entries = forwarded.split(',');
  let address = peer;
  while (isWithin(address, trusted)) {
    const before = addressIn(entries.pop()?.trim() ?? '');
    if (before === undefined) break;
    address = before;
  }
  return address;
}

/**
 * Returns the network whose limit counts a connection. A connection from a trusted proxy counts for the client of its last request.
 * A trusted proxy itself has no limit, nor does a peer without an address, on a local socket.
 */
export function createConnectionNetwork(trusted: readonly AddressRange[]) {
  return (peer: string | undefined, forwarded = ''): string | undefined => {
    const address = addressIn(peer ?? '');
    const client = address && clientBehind(address, forwarded, trusted);
    return client && !isWithin(client, trusted) ? networkOf(client) : undefined;
  };
}

/** Returns the client whose rate limits count a request. */
export type ClientAddress = (peer: Peer, request: Pick<Request, 'url' | 'headers'>) => string;

/** Reads `X-Forwarded-For` from its end, as long as the entries come from trusted proxies. */
export function createClientAddress(
  trusted: readonly AddressRange[],
  { log, onHidden }: ClientAddressPorts,
): ClientAddress {
  const nearby = [...LOOPBACK, ...PRIVATE];
  const warned = new Set<string>();
  const warnOnce = (remedy: string) => {
    if (!warned.has(remedy)) log.warn(remedy);
    warned.add(remedy);
  };

  return (peer, { url, headers }) => {
    const forwarded = headers.get('x-forwarded-for');
    const address = addressIn(peer.address ?? '');
    if (address === undefined) return UNKNOWN;
    if (forwarded === null) {
      if (isWithin(address, trusted) && isVisitorRequest(url)) {
        onHidden();
        warnOnce(
          'a proxy of FOYER_TRUST_PROXY sends no X-Forwarded-For, so visitors behind it share their limits; let it add the header, or remove it from the list',
        );
      }
      return networkOf(address);
    }
    if (trusted.length === 0 && isWithin(address, nearby))
      warnOnce(
        'X-Forwarded-For is ignored, so visitors behind the proxy share their limits; set FOYER_TRUST_PROXY',
      );
    return networkOf(clientBehind(address, forwarded, trusted));
  };
}
