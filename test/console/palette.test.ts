import { describe, expect, it } from 'vitest';
import { addressOfPage, withChanges } from '../../src/console/page-address.ts';
import { entriesOf } from '../../src/console/palette-entries.ts';

const places = [
  { path: '/console/conversations', title: 'Conversations' },
  {
    path: '/console/alerts',
    title: 'Alerts',
    views: [{ title: 'Delivery', changes: { view: 'delivery' } }],
  },
];

const query = new URLSearchParams('site=shop&range=7d&rule=r1');
const address = {
  path: '/console/alerts',
  query,
  with: (changes: Parameters<typeof withChanges>[1]) =>
    addressOfPage('/console/alerts', withChanges(query, changes)),
  change: () => undefined,
  go: () => undefined,
};
const open = (text: string, of: Partial<Parameters<typeof entriesOf>[1]> = {}) =>
  entriesOf(text, { address, places, hasRange: true, ...of });

describe('the palette', () => {
  it('the palette lists the pages, their views, and the ranges of the page', () => {
    expect(open('').map((it) => it.title)).toEqual([
      'Conversations',
      'Alerts',
      'Alerts: Delivery',
      'Last hour',
      'Last 6 hours',
      'Last 24 hours',
      'Last 7 days',
      'Last 30 days',
    ]);
    expect(open('', { hasRange: false })).toHaveLength(3);
  });

  it('finds by each word, whatever its case and order', () => {
    expect(open(' DELIV  alert')).toEqual([
      { title: 'Alerts: Delivery', href: '/console/alerts?site=shop&range=7d&view=delivery' },
      {
        title: 'Search transcripts for “DELIV  alert”',
        href: '/console/conversations?site=shop&range=7d&q=DELIV++alert',
      },
    ]);
  });

  it('changes the range of the page that is shown, and keeps what it shows', () => {
    expect(open('6 hours')[0]?.href).toBe('/console/alerts?site=shop&rule=r1&range=6h');
  });

  it('opens a conversation by its id', () => {
    expect(open('CA-8f3a&x')).toEqual([
      { title: 'Conversation CA-8f3a&x', href: '/console/conversations?site=shop&range=7d&open=CA-8f3a%26x' },
      {
        title: 'Search transcripts for “CA-8f3a&x”',
        href: '/console/conversations?site=shop&range=7d&q=CA-8f3a%26x',
      },
    ]);
  });

  it('offers no conversations to a person who may not see them', () => {
    expect(open('CA-8f3a', { places: places.slice(1) })).toEqual([]);
  });
});
