import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressText, isWithin, parseAddress, parseRange } from '../../src/base/address.ts';

const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.ipV4().map((address) => `::ffff:${address}`),
  fc.ipV4().map((address) => `::${address}`),
);
const address = fc.oneof(fc.ipV4(), ipv6);
const familyOf = (text: string) => (isIP(text) === 4 ? 'ipv4' : 'ipv6');

/** Ranges, mostly around an address, so that it is often within. */
const rangeAndAddress = fc
  .tuple(address, address, fc.nat(128), fc.boolean())
  .map(([one, other, bits, isSame]) => {
    const prefix = isIP(one) === 4 ? bits % 33 : bits;
    return { range: one, prefix, text: isSame ? one : other };
  });

describe('addresses are read like Node reads them', () => {
  it('a text is an address exactly if Node reads it as one', () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.stringMatching(/^[\d.:a-f/%]{0,20}$/)), (text) => {
        fc.pre(!text.includes('%'));
        expect(parseAddress(text) !== undefined).toBe(isIP(text) !== 0);
      }),
    );
  });

  it('an address is within a range exactly if Node says so', () => {
    fc.assert(
      fc.property(rangeAndAddress, ({ range, prefix, text }) => {
        const list = new BlockList();
        list.addSubnet(range, prefix, familyOf(range));
        const own = parseRange(`${range}/${prefix}`);
        const found = parseAddress(text);
        // Node compares an address of IPv4 with a range of IPv6 only if that is IPv4-mapped itself.
        fc.pre(familyOf(range) === familyOf(text));
        expect(own && found && isWithin(found, [own])).toBe(list.check(text, familyOf(text)));
      }),
    );
  });
});

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::10.1.2.3', '::a01:203'],
  ['::FFFF:10.1.2.3', '10.1.2.3'],
])('the text of the address %s is %s', (text, expected) => {
  const read = parseAddress(text);
  expect(read && addressText(read)).toBe(expected);
});

it.each(['010.0.0.1', '0x7f.1', '127.1', '1.2.3', '1.2.3.4.5', '::1%eth0', '1::2::3', ' 1.2.3.4', ''])(
  'the text %j is no address',
  (text) => {
    expect(parseAddress(text)).toBeUndefined();
  },
);
