import { describe, expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { readConversationRows } from '../../src/platform/conversation-rows.ts';
import { json, type Reply } from '../relay/support/upstream.ts';
import { clientsOf } from './support/contract.ts';
import { type FakeHost, useFakeHost } from './support/fake-host.ts';

const MB = 1_000_000;
const row = (id: string, more: object = {}) => ({
  id,
  started_at: '2026-11-26T20:00:00Z',
  channel: 'WEBCHAT',
  ...more,
});
const few = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => row(`c-${from + nth}`));

async function rowsOf(host: FakeHost) {
  const all: (readonly [id: string, isWhole: boolean])[] = [];
  const codes: string[] = [];
  const { platform } = clientsOf(host);
  for await (const it of readConversationRows(platform, { limit: 50 })) {
    if (it.ok) all.push([it.value.conversation.id, it.value.isWhole]);
    else codes.push(it.error.code);
  }
  return { all, codes };
}

/** A page with one conversation of about so many bytes in its middle, which are sent piece by piece. */
const withLong =
  (bytes: number): Reply =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const [before, after] = [few(10), few(10, 10)].map((all) =>
      all.map((it) => JSON.stringify(it)).join(','),
    );
    const piece = 'x'.repeat(100_000);
    response.write(
      `{"conversations":[${before},${JSON.stringify(row('long')).slice(0, -1)},"turns":[{"text":"`,
    );
    let left = bytes;
    const more = () => {
      while (left > 0) {
        left -= piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end(`"}]},${after}],"cursor":null}`);
    };
    more();
  };

describe('the conversations of a page', () => {
  const open = useFakeHost();

  it.each([1.2, 60])(
    'reads all conversations around one of %d MB, and the head of that one',
    async (size) => {
      const host = await open();
      host.reply(withLong(size * MB));
      const { all, codes } = await rowsOf(host);
      expect(codes).toEqual([]);
      expect(all.map(([id]) => id)).toEqual([
        ...few(10).map(({ id }) => id),
        'long',
        ...few(10, 10).map(({ id }) => id),
      ]);
      expect(all.filter(([, isWhole]) => !isWhole)).toEqual([['long', false]]);
    },
  );

  it.each([
    ['no turns but a number', { turns: 7 }],
    ['a field of another type', { num_turns: 'nine' }],
    ['too many levels', { metrics: JSON.parse('['.repeat(90) + ']'.repeat(90)) }],
  ])('reads all conversations around one with %s', async (_, more) => {
    const host = await open();
    host.reply(json(200, { conversations: [row('a'), row('b', more), row('c')], cursor: null }));
    expect(await rowsOf(host)).toEqual({
      all: [
        ['a', true],
        ['b', false],
        ['c', true],
      ],
      codes: [],
    });
  });

  it('S-130: ends with an error when the cursors go in a circle', async () => {
    const host = await open();
    const page = (cursor: string) => json(200, { conversations: few(1), cursor });
    host.reply(page('one'), page('two'), page('one'), page('two'));
    const { all, codes } = await rowsOf(host);
    expect([all.length, codes]).toEqual([3, ['UNEXPECTED_ANSWER']]);
  });

  it.each([
    ['a page that is no JSON', { status: 200, body: 'oops' }, 'UNEXPECTED_ANSWER'],
    ['a page without conversations', { status: 200, body: '{"cursor":null}' }, 'UNEXPECTED_ANSWER'],
  ])('ends with an error after %s', async (_, { status, body }, code) => {
    const host = await open();
    host.reply((response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(body));
    expect((await rowsOf(host)).codes).toEqual([code]);
  });

  it('S-130: ends with an error after 10,000 pages', async () => {
    let pages = 0;
    const client = {
      stream: async () => {
        pages += 1;
        const body = new Blob([`{"conversations":[],"cursor":"${pages}"}`]).stream();
        return ok({ status: 200, headers: {}, body });
      },
    };
    const codes: (string | undefined)[] = [];
    for await (const it of readConversationRows(client, { limit: 50 })) codes.push(it.error?.code);
    expect([pages, codes]).toEqual([10_000, ['UNEXPECTED_ANSWER']]);
  });
});
