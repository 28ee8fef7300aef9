import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventReader } from '../src/base/event-reader.ts';
import { queryParameters } from '../src/base/query-parameters.ts';
import { maskSensitive } from '../src/base/sensitive.ts';
import { parseBehavior } from '../src/behavior/parse.ts';
import { findQuestion, searchFaq } from '../src/emulator/agent/faq-search.ts';
import { wordsOf } from '../src/emulator/agent/messages.ts';
import { understand } from '../src/emulator/agent/understand.ts';
import { entitiesIn } from '../src/emulator/model/entities.ts';
import { vectorOf } from '../src/emulator/model/similarity.ts';
import { createPageScanner } from '../src/platform/page-scanner.ts';
import { createScrubber } from '../src/platform/scrubber.ts';
import { readClientFrame } from '../src/protocol/client-frames.ts';
import { decode } from '../src/protocol/codec.ts';
import { createClientAddress, parseProxy } from '../src/relay/http/client-address.ts';
import { createLog } from '../src/relay/node/log.ts';
import { chooseEncoding } from '../src/relay/pages/content.ts';
import { createBinding } from '../src/relay/site/binding.ts';
import { createMarkdown } from '../src/text/markdown.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { growthOf } from './support/growth.ts';

const repeat = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const between = (before: string, piece: string, after: string) => (length: number) =>
  before + repeat(piece)(length) + after;
/** For a reader that refuses more than 64 KB. */
const half = (before: string, piece: string, after: string) => (length: number) =>
  between(before, piece, after)(length / 2);

/** Between linear growth, 6, and quadratic growth, 39. A busy machine adds to both. */
const LIMIT = 25;

const log = createLog({ level: 'info', sink: { write() {} }, clock: createFakeClock(), secrets: ['s3cr3t'] });
const clientOf = createClientAddress(parseProxy('loopback') ?? [], { log, onHidden() {} });
const binding = createBinding('auto');
const HOST = {
  family: 'base',
  dialect: 'service',
  url: 'https://api.us.example',
  key: 'CNRY-key-of-the-growth-test',
  presets: {},
} as const;
const frame = (payload: object) => JSON.stringify({ type: 'EVENT_TYPE_USER_MESSAGE', payload });

/** Scans a page in pieces, as a response arrives. Errors are answers, too. */
function scan(text: string): void {
  const scanner = createPageScanner('conversations');
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += 1_024) scanner.push(bytes.subarray(at, at + 1_024));
  } catch {
    // Refused; the time until then counts.
  }
}

function readStream(text: string): void {
  const reader = createEventReader('');
  for (let at = 0; at < text.length; at += 1_024) reader.push(text.slice(at, at + 1_024));
}

/** Renders Markdown as a message that arrives whole. */
function renderMarkdown(text: string): void {
  const root = document.createElement('div');
  const markdown = createMarkdown(root, (_, alt) => document.createTextNode(alt));
  markdown.write(text);
  markdown.end();
}

/** Readers of foreign text, with the texts that are worst for them. */
const READERS: readonly (readonly [
  name: string,
  read: (text: string) => unknown,
  texts: readonly ((length: number) => string)[],
])[] = [
  [
    'Accept-Encoding',
    chooseEncoding,
    [between('a', ' ', 'b'), repeat(','), repeat(';'), repeat('br;q=0'), between('br;q=0.', '0', 'x')],
  ],
  [
    'X-Forwarded-For',
    (text) => {
      const headers = new Headers({ 'X-Forwarded-For': text });
      return clientOf({ address: '127.0.0.1' }, { url: 'http://relay.example/chat/config', headers });
    },
    [repeat('127.0.0.1,'), repeat('%'), repeat('1.'), between('[', ':', ''), between('1', ' ', '1')],
  ],
  ['Cookie', (text) => binding.bind('s', text, 1), [repeat(';'), repeat('a='), between('a', ' ', 'b')]],
  [
    'a query',
    (text) => queryParameters(new URLSearchParams(text)),
    [repeat('a&'), (length) => Array.from({ length: length / 7 }, (_, at) => `p${at}=1`).join('&')],
  ],
  [
    'a line of the log',
    (text) => log.info({ text }, 'text'),
    [repeat('eyJ'), repeat('eyJa.'), repeat('access_token='), repeat('s3cr3'), repeat(' '), repeat('"')],
  ],
  [
    'a frame of a client',
    readClientFrame,
    [repeat('['), repeat(' '), between('"', '\\', ''), (length) => frame({ text: repeat('a')(length) })],
  ],
  [
    'a frame of the platform',
    decode,
    [
      repeat('{"a":'),
      (length) => JSON.stringify({ type: `EVENT_TYPE_${repeat('AGENT_')(length)}` }),
      (length) => JSON.stringify({ type: repeat('REQUEST_')(length), payload: {} }),
    ],
  ],
  [
    'a behaviour text',
    parseBehavior,
    [
      repeat('<channel:'),
      repeat('<channel:a>'),
      repeat('</'),
      repeat('<language \n'),
      repeat(' \t'),
      repeat('\n'),
    ],
  ],
  [
    'a page of conversations',
    scan,
    [half('{"a":', '[]', '}'), half('{"a":', ':[]', '}'), repeat(' '), repeat('[')],
  ],
  [
    'a refusal of the platform',
    (text) => createScrubber(HOST, 'GET /v1/alert-rules').all(text, 500),
    [
      repeat('eyJ'),
      repeat('sk-1'),
      repeat(' at a ('),
      repeat('/a'),
      repeat('a.'),
      repeat('account '),
      repeat('a@'),
      repeat('x'),
    ],
  ],
  [
    'Markdown',
    renderMarkdown,
    [
      repeat('[a]'),
      repeat('['),
      repeat('[a]('),
      repeat('<a href="https://a.example">b</a>'),
      repeat('</a>'),
      repeat('https://a.example/\u2067'),
      repeat('\u202e'),
    ],
  ],
  [
    "sensitive parts of a visitor's message",
    maskSensitive,
    [
      repeat('1 '),
      repeat('4242 4242 4242 4242 '),
      repeat(`${'4 '.repeat(60)}x `),
      repeat('४'),
      repeat('\u00ad'),
      repeat('DE89 '),
      repeat('ab12 '),
      repeat('a1'),
      repeat('pin:'),
      repeat('pin is '),
      repeat('pin: a'),
      repeat('eyJ'),
      between('pin', ' ', ''),
    ],
  ],
  ['a stream of a model', readStream, [repeat('\r'), repeat('data: \n'), repeat('data: {}\n')]],
  [
    'a message to the embedded platform',
    (text) => [
      entitiesIn(text),
      wordsOf(text),
      vectorOf(text),
      findQuestion(text, 'en'),
      searchFaq(text, 'en'),
      understand(text, 'en'),
    ],
    [
      repeat('a@'),
      repeat('a'),
      between('a@', '.', ''),
      repeat('1 '),
      repeat('#'),
      repeat('my name is '),
      repeat(' '),
    ],
  ],
];

describe('reading foreign text', () => {
  const figures: string[] = [];
  beforeAll(() => {
    const { document, Text, HTMLAnchorElement } = new Window();
    for (const [name, value] of Object.entries({ document, Text, HTMLAnchorElement }))
      vi.stubGlobal(name, value);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    // biome-ignore lint/suspicious/noConsole: the figures of docs/testing.md.
    console.log(`Processor time in ms of 16,000 and 100,000 characters, worst text:\n${figures.join('\n')}`);
  });

  it.each(READERS)(
    'S-69: reading foreign text takes time in proportion to its length: %s',
    (name, read, texts) => {
      const growths = texts.map((make) => ({ text: make(16), ...growthOf(make, read, LIMIT) }));
      const most = (key: 'shortMs' | 'longMs') =>
        Math.max(...growths.map((growth) => growth[key])).toFixed(2);
      figures.push(`${most('shortMs').padStart(8)} ${most('longMs').padStart(8)}  ${name}`);
      expect(growths.filter(({ ratio }) => ratio > LIMIT)).toEqual([]);
    },
  );

  it('S-69: the check recognises quadratic time', () => {
    const search = (text: string) => {
      let found = 0;
      for (let at = 0; at < text.length; at += 50) found += text.indexOf('b', at);
      return found;
    };
    expect(growthOf(repeat('a'), search, LIMIT).ratio).toBeGreaterThan(LIMIT);
  });
});
