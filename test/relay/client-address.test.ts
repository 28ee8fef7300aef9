import { describe, expect, it } from 'vitest';
import { createClientAddress, parseProxy } from '../../src/relay/http/client-address.ts';
import { createLog } from '../../src/relay/node/log.ts';
import { createFakeClock } from '../support/fake-clock.ts';

function readerFor(entries: readonly string[]) {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    sink: { write: (line) => void lines.push(JSON.parse(line).msg) },
    clock: createFakeClock(),
    secrets: [],
  });
  const ranges = entries.flatMap((entry) => parseProxy(entry) ?? []);
  let hidden = 0;
  const read = createClientAddress(ranges, { log, onHidden: () => void hidden++ });
  const addressOf = (address: string | undefined, forwarded?: string, path = '/chat/sessions') => {
    const headers = new Headers(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded });
    return read({ address }, { url: `http://relay.example${path}`, headers });
  };
  return { addressOf, lines, hidden: () => hidden };
}

describe('the client address of a request', () => {
  it.each([
    ['no proxy trusted', [], '198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['a trusted proxy', ['198.51.100.9'], '198.51.100.9', '203.0.113.1', '203.0.113.1'],
    ['a trusted proxy without the header', ['198.51.100.9'], '198.51.100.9', undefined, '198.51.100.9'],
    [
      'a trusted proxy with an entry that is not an address',
      ['loopback'],
      '127.0.0.1',
      'unknown',
      '127.0.0.1',
    ],
    [
      'a forged entry before a genuine one',
      ['loopback'],
      '127.0.0.1',
      '10.9.9.9, 203.0.113.1',
      '203.0.113.1',
    ],
    ['a chain', ['loopback', '10.0.0.0/8'], '127.0.0.1', '1.1.1.1,203.0.113.1, 10.0.0.3', '203.0.113.1'],
    ['an unknown proxy in the chain', ['loopback'], '127.0.0.1', '203.0.113.1, 10.0.0.3', '10.0.0.3'],
    ['only proxies', ['loopback', '10.0.0.0/8'], '127.0.0.1', '10.0.0.4, 10.0.0.3', '10.0.0.4'],
    ['a port behind the address', ['loopback'], '127.0.0.1', '203.0.113.1:4711', '203.0.113.1'],
    ['an IPv4-mapped IPv6 address in hexadecimal', [], '::ffff:808:404', undefined, '8.8.4.4'],
    ['a whole IPv4-mapped IPv6 address', [], '0:0:0:0:0:FFFF:8.8.4.4', undefined, '8.8.4.4'],
    ['an IPv4-mapped IPv6 address', ['loopback'], '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['IPv6 loopback', ['loopback'], '::1', '[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
    ['a range of IPv6', ['2001:db8::/32'], '2001:db8::9', '2001:db9::1', '2001:db9:0:0::/64'],
    ['a zone', [], 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
    ['no peer', ['loopback'], undefined, '203.0.113.1', 'unknown'],
  ])('finds the client address for %s', (_, trusted, peer, forwarded, address) => {
    expect(readerFor(trusted).addressOf(peer, forwarded)).toBe(address);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['203.0.113.1', '203.0.113.2', false],
  ])('counts %s and %s as one client: %s', (one, other, isSame) => {
    const { addressOf } = readerFor([]);
    expect(addressOf(one) === addressOf(other)).toBe(isSame);
  });

  it.each(['', 'proxy.example', '10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.1/x', 'private', '300.1.1.1'])(
    'refuses the invalid proxy entry %j',
    (entry) => {
      expect(parseProxy(entry)).toBeUndefined();
    },
  );

  it('warns once about a nearby proxy that is not configured', () => {
    const { addressOf, lines } = readerFor([]);
    addressOf('203.0.113.9', '198.51.100.1');
    addressOf('10.0.0.9');
    const before = lines.length;
    addressOf('10.0.0.9', '198.51.100.1');
    addressOf('127.0.0.1', '198.51.100.1');
    expect([before, lines]).toEqual([
      0,
      ['X-Forwarded-For is ignored, so visitors behind the proxy share their limits; set FOYER_TRUST_PROXY'],
    ]);
  });

  // E4: all visitors of such a proxy share the limits of one address.
  it('warns once about a trusted proxy that does not send the header, and counts each request', () => {
    const { addressOf, lines, hidden } = readerFor(['10.0.0.0/8']);
    addressOf('10.0.0.9', '203.0.113.1');
    addressOf('203.0.113.9');
    const before = [hidden(), lines.length];
    addressOf('10.0.0.9');
    addressOf('10.0.0.9', undefined, '/chat/ws?session_id=a');
    expect([before, hidden(), lines]).toEqual([
      [0, 0],
      2,
      [
        'a proxy of FOYER_TRUST_PROXY sends no X-Forwarded-For, so visitors behind it share their limits; let it add the header, or remove it from the list',
      ],
    ]);
  });

  it.each(['/healthz', '/readyz', '/metrics', '/admin/v1/alerts', '/widget.js', '/chat'])(
    'expects no header from probes, operators and caches, because they call directly: %s',
    (path) => {
      const { addressOf, lines, hidden } = readerFor(['10.0.0.0/8']);
      addressOf('10.0.0.9', undefined, path);
      expect([hidden(), lines]).toEqual([0, []]);
    },
  );
});
