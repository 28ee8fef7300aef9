import { describe, expect, it } from 'vitest';
import { aboutSite, addressOf } from '../../src/console/calls.ts';
import { addressOfOther, addressOfPage, withChanges } from '../../src/console/page-address.ts';
import { activeFilters, queryOf, readFilters } from '../../src/console/pages/conversations/filters.ts';
import { readRange, writeRange } from '../../src/console/range.ts';
import { changedTime, fromField, timeText, toField } from '../../src/console/zone.ts';

const NOW = Date.parse('2026-11-22T15:00:00Z');
const query = (text: string) => new URLSearchParams(text);

describe('the address of a page', () => {
  it('changes the parameters that are named, and keeps the others', () => {
    const changed = withChanges(query('a=1&b=2&c=3'), { a: null, b: ['4', '5'], c: undefined, d: '6' });
    expect(addressOfPage('/console/x', changed)).toBe('/console/x?b=4&b=5&d=6');
    expect(addressOfPage('/console/x', query(''))).toBe('/console/x');
  });

  it('takes site, range and zone along to another page, and nothing else', () => {
    const from = query('site=toys&range=7d&zone=local&open=C1&q=lamp');
    expect(addressOfOther('/console/y', from, { env: 'live' })).toBe(
      '/console/y?site=toys&range=7d&zone=local&env=live',
    );
  });

  it.each([
    ['', { last: '24h', from: NOW - 86_400_000, to: NOW }],
    ['range=1h', { last: '1h', from: NOW - 3_600_000, to: NOW }],
    ['range=constructor', { last: '24h', from: NOW - 86_400_000, to: NOW }],
    [
      'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z',
      { last: undefined, from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 2) },
    ],
    ['from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', { last: '24h', from: NOW - 86_400_000, to: NOW }],
    ['from=yesterday&to=now', { last: '24h', from: NOW - 86_400_000, to: NOW }],
  ])('reads the range %s from the address', (text, range) => {
    expect(readRange(query(text), NOW)).toEqual(range);
  });

  it('names a range as it reads it', () => {
    const between = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 2) };
    for (const range of ['24h', '7d', between] as const) {
      const written = withChanges(query('range=1h'), writeRange(range));
      const read = readRange(written, NOW);
      expect(typeof range === 'string' ? read.last : { from: read.from, to: read.to }).toEqual(range);
    }
  });

  it('reads the filters of the list, and asks the platform for them', () => {
    const text = query(
      'q=lamp&by=meaning&channel=WEBCHAT&variant=Main%20line&env=sandbox&progress=yes&ran=yes&sample=random',
    );
    expect(queryOf(readFilters(text), { from: NOW - 1_000, to: NOW })).toEqual({
      start_time: '2026-11-22T14:59:59.000Z',
      end_time: '2026-11-22T15:00:00.000Z',
      client_env: 'sandbox',
      limit: 100,
      include_context_state: false,
      channel: ['WEBCHAT'],
      variant_name: 'Main line',
      in_progress: true,
      query: 'lamp',
      query_type: 'semantic',
      turn_type: undefined,
      sample: undefined,
    });
    expect(readFilters(text).isRan).toBe(true);
    // The platform refuses it with a search by meaning.
    expect([
      readFilters(query('q=lamp&said=agent')).saidBy,
      readFilters(query('q=lamp&by=meaning&said=agent')).saidBy,
    ]).toEqual(['agent', undefined]);
    expect(activeFilters(query('env=sandbox&channel=A&channel=B&open=C1'))).toEqual([
      ['channel', 'A'],
      ['channel', 'B'],
      ['env', 'sandbox'],
    ]);
  });

  it('encodes the parts of an operation’s address', () => {
    expect(addressOf('/conversations/{conversation_id}', { params: { conversation_id: 'a/b?' } })).toBe(
      '/conversations/a%2Fb%3F',
    );
    expect(addressOf('/conversations', { query: { channel: ['A', 'B'], limit: 5, cursor: undefined } })).toBe(
      '/conversations?channel=A&channel=B&limit=5',
    );
  });
});

describe('times', () => {
  it('times have their day unless it is today', () => {
    expect(timeText(Date.parse('2026-11-22T09:05:00Z'), NOW, 'UTC')).toBe('09:05');
    expect(timeText(Date.parse('2026-11-21T09:05:00Z'), NOW, 'UTC')).toBe('21 Nov 09:05');
    expect(timeText(Date.parse('2025-11-22T09:05:00Z'), NOW, 'UTC')).toBe('22 Nov 2025 09:05');
    expect(timeText(Date.parse('2025-12-31T23:30:00Z'), NOW, 'Asia/Kathmandu')).toBe('1 Jan 05:15');
  });

  it('times are read from a field as it shows them', () => {
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York'])
      expect(fromField(toField(NOW, zone), zone)).toBe(NOW);
    expect(fromField('', 'UTC')).toBeNaN();
  });

  it('times whose field is unchanged stay as they are, in the hour that comes twice, too', () => {
    const zone = 'America/New_York';
    const [first, second] = [Date.parse('2026-11-01T05:15:30Z'), Date.parse('2026-11-01T06:15:30Z')];
    expect(toField(first, zone)).toBe(toField(second, zone));
    expect([first, second].map((at) => changedTime(at, toField(at, zone), zone))).toEqual([first, second]);
    expect(changedTime(second, '2026-11-02T10:00', zone)).toBe(Date.parse('2026-11-02T15:00:00Z'));
  });
});

describe('the address of a call', () => {
  it.each([
    ['/v1/keys', undefined, '/v1/keys'],
    ['/v1/keys', 'toys', '/v1/keys?site=toys'],
    ['/v1/audit?reads=true', 'toys', '/v1/audit?reads=true&site=toys'],
    ['/v1/audit?site=books', 'toys', '/v1/audit?site=books'],
  ])('the address of a call of %s at the site %s is %s', (address, site, whole) => {
    expect(aboutSite(address, site)).toBe(whole);
  });
});
