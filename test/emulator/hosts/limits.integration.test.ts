import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { countResponses, sendRaw } from '../../support/raw-request.ts';
import { newToken } from '../support/visitor.ts';

/** S-93: the limits of the relay at the platform's hosts. Each title has the id of the relay's check. */

const CONTROL_KEY = 'a-control-key-for-tests';
const MEBIBYTE = 1_048_576;

interface Target {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A valid body. */
  readonly body: string;
  readonly maxBytes: number;
}
type Name = 'messaging' | 'control' | 'base' | 'platform';
const NAMES: readonly Name[] = ['messaging', 'control', 'base', 'platform'];

let emulator: Emulator;
let targets: Record<Name, Target>;
const lines: string[] = [];
beforeAll(async () => {
  emulator = await startEmulator({
    controlKey: CONTROL_KEY,
    log: (line) => void lines.push(line),
  });
  const { messagingUrl, baseUrl, platformUrl, baseKey, outboundToken } = emulator;
  const json = { 'Content-Type': 'application/json' };
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}`, ...json });
  targets = {
    messaging: {
      url: messagingUrl,
      path: '/api/v1/sessions',
      method: 'POST',
      headers: bearer(await newToken(emulator)),
      body: '{"platform":"web"}',
      maxBytes: 16_384,
    },
    control: {
      url: messagingUrl,
      path: '/control/faults',
      method: 'POST',
      headers: bearer(CONTROL_KEY),
      body: '{"on":"connection","do":"cut","sessionId":"none"}',
      maxBytes: 16_384,
    },
    base: {
      url: baseUrl,
      path: '/v1/agents/shop/branches/draft/behavior',
      method: 'PATCH',
      headers: { 'X-API-KEY': baseKey, ...json },
      body: '{"behavior":"Be kind."}',
      maxBytes: MEBIBYTE,
    },
    platform: {
      url: platformUrl,
      path: '/v1/outbound-calling',
      method: 'POST',
      headers: { 'X-Service-Auth-Token': outboundToken, ...json },
      body: '{"to_number":"+14155552671"}',
      maxBytes: MEBIBYTE,
    },
  };
});
afterAll(() => emulator.close());

const ask = ({ url, path, method, headers }: Target, body: string, more: Record<string, string> = {}) =>
  fetch(url + path, { method, headers: { ...headers, ...more }, body });
const headOf = ({ path, method, headers }: Target) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    ...Object.entries(headers).map((entry) => entry.join(': ')),
    '',
  ].join('\r\n');

describe.each(NAMES)('S-93: a request to %s', (name) => {
  it('S-54: accepts a request up to its size limit, and closes the connection of a larger one', async () => {
    const target = targets[name];
    expect((await ask(target, target.body.padEnd(target.maxBytes))).status).toBeLessThan(300);
    const over = await ask(target, target.body.padEnd(target.maxBytes + 1));
    expect([over.status, over.headers.get('connection')]).toEqual([413, 'close']);
  });

  it('S-54: limits the size of a request without a Content-Length', async () => {
    const target = targets[name];
    const body = target.body.padEnd(target.maxBytes + 1);
    const chunked = `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const text = await sendRaw(target.url, headOf(target) + chunked);
    expect([countResponses(text), /^connection: close\r$/im.test(text)]).toEqual([
      { count: 1, status: 413 },
      true,
    ]);
  });

  it.each<[string, string, Record<string, string>]>([
    ['ten thousand keys', `{${Array.from({ length: 10_000 }, (_, nth) => `"k${nth}":1`).join()}}`, {}],
    ['a depth of ten thousand', '['.repeat(10_000), {}],
    ['a closed depth of eight thousand', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, {}],
    ['a decompression bomb', 'x'.repeat(9_000), { 'Content-Encoding': 'gzip' }],
    [
      'keys of object prototypes',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      {},
    ],
  ])('S-54: handles a request with a body of %s', async (_, body, headers) => {
    const before = process.memoryUsage().rss;
    const answer = await ask(targets[name], body, headers);
    const answerLength = (await answer.text()).length;
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    // The messaging host ignores unknown fields.
    expect(name === 'messaging' ? [200, 400, 413] : [400, 413, 415]).toContain(answer.status);
    expect([answerLength < 10_000, 'polluted' in {}]).toEqual([true, false]);
  });

  it.each([
    ['an invalid host', 'Host: a b\r\n', 400],
    ['no host', '', 400],
    ['two hosts', 'Host: a\r\nhost: b\r\n', 400],
    ['a folded header', 'Host: a\r\nX-A: 1\r\n 2\r\n', 400],
    ['a null byte', 'Host: a\r\nX-A: 1\0\r\n', 400],
    ['a bare carriage return', 'Host: a\r\nX-A: 1\rX-B: 2\r\n', 400],
    ['a header of 64 KB', `Host: a\r\nX-A: ${'a'.repeat(65_536)}\r\n`, 431],
    ['101 headers', `Host: a\r\n${'X-A: 1\r\n'.repeat(99)}`, 431],
    ['2,001 headers', `Host: a\r\n${'X-A: 1\r\n'.repeat(1_999)}`, 431],
  ])('S-55: refuses a request with %s', async (_, headers, status) => {
    const { url, path } = targets[name];
    const text = await sendRaw(url, `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    expect(countResponses(text)).toEqual({ count: 1, status });
    // S-60
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('S-55: accepts a request with a hundred headers', async () => {
    const { url, path } = targets[name];
    const many = `Host: a\r\n${'X-A: 1\r\n'.repeat(98)}Connection: close\r\n\r\n`;
    expect(countResponses(await sendRaw(url, `PUT ${path} HTTP/1.1\r\n${many}`)).status).not.toBe(431);
  });
});

/** Ambiguous requests, which different parsers can read as one or two requests. */
const AMBIGUOUS: readonly (readonly [string, string])[] = [
  ['a length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 2\r\n\r\n{}'],
  ['one length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
  ['a list of lengths', 'Content-Length: 2, 2\r\n\r\n{}'],
  ['a length with a sign', 'Content-Length: +2\r\n\r\n{}'],
  ['a negative length', 'Content-Length: -2\r\n\r\n{}'],
  ['a length in hexadecimal', 'Content-Length: 0x2\r\n\r\n{}'],
  ['a space before the colon of the length', 'Content-Length : 2\r\n\r\n{}'],
  ['a space before the colon of the coding', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
  ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n'],
  ['a coding behind a vertical tab', 'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n'],
  ['a folded coding', 'Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n'],
  ['a folded length', 'Content-Length:\r\n 2\r\n\r\n{}'],
  ['headers that end in bare line feeds', 'X-A: 1\nContent-Length: 2\n\n{}'],
  ['a null byte in a name', 'Content\0-Length: 2\r\n\r\n{}'],
  ['a null byte in the length', 'Content-Length: 2\0\r\n\r\n{}'],
  ['a chunk whose size has a sign', 'Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk whose size has a prefix', 'Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk whose size overflows', 'Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n{}\r\n0\r\n\r\n'],
  ['a chunk that is longer than its size', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n'],
  ['a chunk extension with a bare line feed', 'Transfer-Encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n'],
  ['chunks that end in bare line feeds', 'Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n'],
  ['a header without a colon', 'Content-Length\r\n\r\n{}'],
  ['a header without a name', ': 2\r\n\r\n{}'],
  ['a line that begins with a space', ' Content-Length: 2\r\n\r\n{}'],
  ['a name with a space in it', 'Content Length: 2\r\n\r\n{}'],
  ['a carriage return within a value', 'X-A: 1\rContent-Length: 2\r\n\r\n{}'],
];

describe.each(NAMES)('S-93: ambiguous requests to %s', (name) => {
  it.each(AMBIGUOUS)('S-57: gives one answer to an ambiguous request: %s', async (_, rest) => {
    const target = targets[name];
    const { length } = lines;
    const text = await sendRaw(
      target.url,
      `${headOf(target)}${rest}GET /smuggled HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(countResponses(text)).toEqual({ count: 1, status: 400 });
    expect(lines.slice(length).filter((line) => line.includes('smuggled'))).toEqual([]);
  });
});
