import ipaddr from 'ipaddr.js';

/** An IP address. IPv4 is stored as the IPv4-mapped address (RFC 4291 §2.5.5.2), so that all compare alike. */
export type Address = ipaddr.IPv6;

/** The first `prefix` bits of `address`, of 128. */
export interface AddressRange {
  readonly address: Address;
  readonly prefix: number;
}

const BITS = 128;
/** Bits of an IPv4-mapped address before the IPv4 address. */
const MAPPED_BITS = 96;

/** Reads an address: four decimal numbers, or IPv6 without a zone. undefined for any other text. */
export function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toIPv4MappedAddress();
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  // The library takes ::1.2.3.4 for ::ffff:1.2.3.4, a different address.
  return ipaddr.IPv6.parse(text.replace(/^::(?=\d+\.)/, '0::'));
}

export const isIpv4 = (address: Address): boolean => address.isIPv4MappedAddress();

/** The address as it is usually written: an IPv4-mapped one in four decimal numbers. */
export const addressText = (address: Address): string =>
  isIpv4(address) ? address.toIPv4Address().toString() : address.toString();

/** Reads an address, or a range such as 10.0.0.0/8. */
export function parseRange(text: string): AddressRange | undefined {
  const [, written = '', bits] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(written);
  if (!address) return undefined;
  const before = written.includes(':') ? 0 : MAPPED_BITS;
  const prefix = bits === undefined ? BITS : before + Number(bits);
  return prefix <= BITS ? { address, prefix } : undefined;
}

/** Reads ranges that are known to be valid. */
export const rangesOf = (...texts: readonly string[]): readonly AddressRange[] =>
  texts.flatMap((text) => parseRange(text) ?? []);

export const isWithin = (address: Address, ranges: readonly AddressRange[]): boolean =>
  ranges.some((range) => address.match(range.address, range.prefix));

/** True for a range of one address. */
export const isSingle = ({ prefix }: AddressRange): boolean => prefix === BITS;

/** Bits that a range of IPv4 fixes; undefined for one of IPv6. */
export const ipv4Bits = ({ address, prefix }: AddressRange): number | undefined =>
  isIpv4(address) && prefix >= MAPPED_BITS ? prefix - MAPPED_BITS : undefined;
