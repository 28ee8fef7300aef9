import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  streamConversations,
  walkAgentConversations,
  walkConversations,
} from '../../src/platform/conversation-pages.ts';
import type { ConversationsVersion } from '../../src/platform/conversations.ts';
import type { PlatformError } from '../../src/platform/errors.ts';
import { cutAnswer, json, text } from '../relay/support/upstream.ts';
import { clientsOf } from './support/contract.ts';
import { conversationsOf, type Paging, pagesOf } from './support/conversation-host.ts';
import { useFakeHost } from './support/fake-host.ts';

const PAGINGS: readonly (readonly [ConversationsVersion, Paging])[] = [
  ['v3', 'both'],
  ['v3', 'cursor'],
  ['v2', 'both'],
  ['v2', 'offset'],
  ['v1', 'offset'],
];

type Yielded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: PlatformError };

async function collect<T>(walk: AsyncIterable<Yielded<T>>) {
  const values: T[] = [];
  const codes: string[] = [];
  for await (const it of walk) {
    if (it.ok) values.push(it.value);
    else codes.push(it.error.code);
  }
  return { values, codes };
}

//
describe('walkConversations', () => {
  const open = useFakeHost();

  it.each(PAGINGS)('yields each conversation once: %s by %s', async (version, paging) => {
    const host = await open();
    const { platform } = clientsOf(host);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 15 }), async (count, limit) => {
        const items = conversationsOf(count);
        const { asked, reply } = pagesOf(items, paging);
        host.reply(reply);
        expect(await collect(walkConversations(platform, version, { query: { limit } }))).toEqual({
          values: items,
          codes: [],
        });
        expect(asked.every((request) => request.version === version && request.limit === limit)).toBe(true);
        expect(asked).toHaveLength(Math.max(1, Math.ceil(count / limit)));
        // Never cursor and offset together; from the second page on by cursor where there is one.
        expect(asked.slice(1).every((request) => (request.cursor === null) === (paging === 'offset'))).toBe(
          true,
        );
        expect(asked.every((request) => request.cursor === null || request.offset === null)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the filters, and requests the next page only when it is needed', async () => {
    const host = await open();
    host.reply(pagesOf(conversationsOf(9), 'cursor').reply);
    const { platform } = clientsOf(host);
    const query = { limit: 3, channel: ['WEBCHAT', 'CHAT'], in_progress: false };
    for await (const it of walkConversations(platform, 'v3', { query }))
      if (it.ok && it.value.id === 'c4') break;
    expect(host.received.map(({ path }) => path)).toEqual(
      ['', '&cursor=c-3'].map(
        (name) => `/v3/acme/shop/conversations?channel=WEBCHAT&channel=CHAT&in_progress=false&limit=3${name}`,
      ),
    );
  });

  it('ends v3 at a null cursor, whatever next_offset says', async () => {
    const host = await open();
    host.reply(json(200, { conversations: [{ id: 'a' }], cursor: null, next_offset: 1 }));
    const { values } = await collect(walkConversations(clientsOf(host).platform, 'v3', {}));
    expect(values).toEqual([{ id: 'a' }]);
    expect(host.received).toHaveLength(1);
  });

  //
  it('ignores a cursor in v1, and requests at most 1000 at once', async () => {
    const host = await open();
    host.reply(json(200, { conversations: [{ id: 'a' }], cursor: 'b' }));
    expect(
      await collect(walkConversations(clientsOf(host).platform, 'v1', { query: { limit: 1001 } })),
    ).toEqual({ values: [{ id: 'a' }], codes: [] });
    expect(host.received.map(({ path }) => path)).toEqual(['/v1/acme/shop/conversations?limit=1000']);
  });

  //
  it.each([
    ['a cursor that does not change', { cursor: 'same' }, 2],
    ['an offset that does not change', { next_offset: 0 }, 1],
  ])('ends with an error for %s', async (_, end, calls) => {
    const host = await open();
    host.reply(json(200, { conversations: [{ id: 'a' }], ...end }));
    const { codes } = await collect(walkConversations(clientsOf(host).platform, 'v3', {}));
    expect(codes).toEqual(['UNEXPECTED_ANSWER']);
    expect(host.received).toHaveLength(calls);
  });

  it('ends with the error of the page that failed', async () => {
    const host = await open();
    host.reply(
      json(200, { conversations: [{ id: 'a' }], cursor: 'b' }),
      json(400, { error_code: 'BAD_CURSOR' }),
    );
    expect(await collect(walkConversations(clientsOf(host).platform, 'v3', {}))).toEqual({
      values: [{ id: 'a' }],
      codes: ['BAD_CURSOR'],
    });
  });

  it('yields an error without any call when the query is invalid', async () => {
    const host = await open();
    const query = { sample: 'random', limit: 5_001 } as const;
    const { codes } = await collect(walkConversations(clientsOf(host).platform, 'v3', { query }));
    expect(codes).toEqual(['INVALID_REQUEST']);
    expect(host.received).toEqual([]);
  });

  //
  it('yields each conversation once: Data API', async () => {
    const host = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 30 }),
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 15 }),
        async (count, from, limit) => {
          const all = Array.from({ length: count }, (_, nth) => ({
            conversationId: `c${nth}`,
            accountId: 'acme',
            projectId: 'shop',
          }));
          host.reply((response, received) => {
            const asked = new URL(received.path, 'http://host').searchParams;
            const offset = Number(asked.get('offset') ?? 0);
            json(200, { conversations: all.slice(offset, offset + limit), count, limit, offset })(
              response,
              received,
            );
          });
          const query = from === 0 ? { limit } : { limit, offset: from };
          expect(await collect(walkAgentConversations(clientsOf(host).base, { query }))).toEqual({
            values: all.slice(from),
            codes: [],
          });
        },
      ),
      { numRuns: 30 },
    );
  });
});

async function readAll(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

describe('streamConversations', () => {
  const open = useFakeHost();

  it('returns a page byte for byte', async () => {
    const host = await open();
    const page = '{ "conversations":[{"id":"a","state":{"n":1e400}}],"cursor":null,"later":[1] }\n';
    host.reply(text(200, page, { 'Content-Type': 'application/json; charset=utf-8', 'Set-Cookie': 'a=b' }));
    const result = await streamConversations(clientsOf(host).platform, 'v3', { query: { limit: 1000 } });
    if (!result.ok) throw new Error(result.error.code);
    const { status, headers, body } = result.value;
    expect({ status, headers, text: await readAll(body) }).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      text: page,
    });
  });

  it.each(PAGINGS)('joins as many pages as the limit needs: %s by %s', async (version, paging) => {
    const host = await open();
    const { platform } = clientsOf(host);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 60 }),
        fc.integer({ min: 1001, max: 5000 }),
        fc.integer({ min: 1, max: 25 }),
        async (count, limit, maxPage) => {
          const items = conversationsOf(count);
          const { asked, reply } = pagesOf(items, paging, maxPage);
          host.reply(reply);
          const result = await streamConversations(platform, version, { query: { limit } });
          if (!result.ok) throw new Error(result.error.code);
          expect({
            headers: result.value.headers,
            page: JSON.parse(await readAll(result.value.body)),
          }).toEqual({
            headers: { 'content-type': 'application/json' },
            page: { conversations: items, ...(paging !== 'offset' && { cursor: null }) },
          });
          expect(asked.every((request) => request.limit <= 1000)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  //
  it('requests exactly the number that is missing, and ends with the cursor and offset of the last page', async () => {
    const host = await open();
    const items = conversationsOf(3000);
    const { asked, reply } = pagesOf(items, 'both');
    host.reply(reply);
    const result = await streamConversations(clientsOf(host).platform, 'v3', { query: { limit: 2500 } });
    if (!result.ok) throw new Error(result.error.code);
    expect(JSON.parse(await readAll(result.value.body))).toEqual({
      conversations: items.slice(0, 2500),
      cursor: 'c-2500',
      next_offset: 2500,
    });
    expect(asked.map(({ limit, cursor }) => [limit, cursor])).toEqual([
      [1000, null],
      [1000, 'c-1000'],
      [500, 'c-2000'],
    ]);
  });

  it('forwards a page while it arrives, and requests the next when the reader reaches it', async () => {
    const host = await open();
    let finish: () => void = () => {};
    host.reply(
      (response) => {
        response.writeHead(200).write('{"conversations":[{"id":"a"},');
        finish = () => response.end('{"id":"b"}],"cursor":"c-2"}');
      },
      json(200, { cursor: null, conversations: [{ id: 'c' }], later: { a: 1 } }),
    );
    const result = await streamConversations(clientsOf(host).platform, 'v3', { query: { limit: 1500 } });
    if (!result.ok) throw new Error(result.error.code);
    const reader = result.value.body.getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect([await next(), await next()]).toEqual(['{"conversations":[', '{"id":"a"},']);
    finish();
    expect([await next(), host.received.length]).toEqual(['{"id":"b"}', 1]);
    expect([await next(), host.received.length]).toEqual([',', 2]);
    expect([await next(), await next()]).toEqual(['{"id":"c"}', '],"cursor":null,"later":{"a":1}}']);
    expect((await reader.read()).done).toBe(true);
  });

  it.each([
    ['an error', json(500, {}), 'UPSTREAM_ERROR'],
    ['an incomplete page', cutAnswer, 'BROKEN_ANSWER'],
    ['an answer that is not a page', json(200, { error: 'x' }), 'UNEXPECTED_ANSWER'],
    ['a cursor of a wrong type', json(200, { conversations: [], cursor: 7 }), 'UNEXPECTED_ANSWER'],
    ['a cursor that does not change', json(200, { conversations: [], cursor: 'c-2' }), 'UNEXPECTED_ANSWER'],
  ])('errors the joined page for %s', async (_, reply, code) => {
    const host = await open();
    host.reply(json(200, { conversations: [{ id: 'a' }], cursor: 'c-2' }), reply);
    const result = await streamConversations(clientsOf(host).platform, 'v3', { query: { limit: 1500 } });
    if (!result.ok) throw new Error(result.error.code);
    await expect(readAll(result.value.body)).rejects.toMatchObject({
      name: 'AnswerStreamError',
      error: { code },
    });
  });

  it('returns an error of the first page, and makes no call when the query is invalid', async () => {
    const host = await open();
    host.reply(json(404, { error_code: 'PROJECT_NOT_FOUND' }));
    const { platform } = clientsOf(host);
    expect(await streamConversations(platform, 'v3', { query: { limit: 1001 } })).toMatchObject({
      error: { code: 'PROJECT_NOT_FOUND', status: 404 },
    });
    expect(
      await streamConversations(platform, 'v2', { query: { limit: 0, turn_type: 'user' } }),
    ).toMatchObject({
      error: { code: 'INVALID_REQUEST', errors: [{ field: 'limit' }, { field: 'turn_type' }] },
    });
    expect(host.received).toHaveLength(1);
  });

  it('closes the connection when the reader cancels while it waits', async () => {
    const host = await open();
    let isGone: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      isGone = resolve;
    });
    host.reply((response) => {
      response.on('close', () => isGone());
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"conversations":[{"id":"a"}');
    });
    const result = await streamConversations(clientsOf(host).platform, 'v3', { query: { limit: 1500 } });
    if (!result.ok) throw new Error(result.error.code);
    const reader = result.value.body.getReader();
    await reader.read();
    await reader.read();
    const pending = reader.read();
    await new Promise<void>((resolve) => setImmediate(resolve));
    await reader.cancel();
    await gone;
    expect(await pending).toEqual({ done: true, value: undefined });
  });
});
