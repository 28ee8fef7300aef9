import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AgentModel, createAsk } from '../../../src/emulator/agent/wires/ask.ts';
import type { AgentPart, AgentQuestion } from '../../../src/emulator/agent/wires/wire.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { NOBODY } from '../../support/free-port.ts';
import { begins, type ModelServer, openModelServer, refuses, sends } from './model-server.ts';
import { SPEECHES } from './speeches.ts';

const QUESTION: AgentQuestion = {
  threadId: 'thread',
  rules: 'Be kind.',
  language: 'de',
  history: [
    { id: 'a', role: 'assistant', content: 'Hallo!' },
    { id: 'u', role: 'user', content: 'Habt ihr Lampen?' },
  ],
};
const END = { type: 'end', unused: 0 };
const failure = (message: string, isOverload = false) => ({ type: 'failure', isOverload, message });
const handoff = (reason: string) => ({ type: 'handoff', reason });

let clock: FakeClock;
let server: ModelServer;
let lines: string[];
beforeEach(async () => {
  clock = createFakeClock();
  lines = [];
  server = await openModelServer();
});
afterEach(() => server.close());

const ask = (options: Partial<AgentModel>, stopped = new AbortController().signal) =>
  createAsk({ url: server.url, ...options }, clock, (line) => void lines.push(line))(QUESTION, stopped);

/** The parts of an answer. Neighbouring texts are joined. */
async function partsOf(answer: AsyncIterable<AgentPart>) {
  const parts: AgentPart[] = [];
  for await (const part of answer) {
    const last = parts.at(-1);
    if (part.type === 'text' && last?.type === 'text')
      parts.splice(-1, 1, { type: 'text', text: last.text + part.text });
    else parts.push(part);
  }
  // Whatever happened, no timer is left.
  expect(clock.waiting()).toBe(0);
  return parts;
}
const said = (text: string) => ({ type: 'text', text });

describe.each(SPEECHES)(
  'an agent over $protocol',
  ({ protocol, path, begin, text, call, end, ...speech }) => {
    const answerOf = (how: (response: ServerResponse) => void) => {
      server.answer(how);
      return partsOf(ask({ protocol }));
    };
    const complete = begin + text('Grüße – ') + text('🙂') + end;

    it('asks at its address and gives the text of the answer as it arrives', async () => {
      let finish = () => {};
      server.answer((response) => {
        begins(begin, text('One '))(response);
        finish = () => void response.end(text('two') + end);
      });
      const answer = ask({ protocol, key: 'k-1' })[Symbol.asyncIterator]();
      expect(await answer.next()).toEqual({ done: false, value: said('One ') });
      finish();
      expect(await partsOf({ [Symbol.asyncIterator]: () => answer })).toEqual([said('two'), END]);
      const [asked] = server.asked;
      expect([asked?.path, asked?.headers.authorization, asked?.headers.accept]).toEqual([
        path,
        'Bearer k-1',
        'text/event-stream',
      ]);
    });

    const cut = Buffer.from(complete);
    it.each([
      ['byte by byte', [...cut].map((byte) => Uint8Array.of(byte))],
      ['with the line ends of Windows', [complete.replaceAll('\n', '\r\n')]],
      ['with comments', [': ping\n\n', complete.replaceAll('data:', ': ping\ndata:')]],
      ['without an empty line at its end', [complete.trimEnd()]],
      ['with empty texts', [begin, text(''), text('Grüße – 🙂'), text(''), end]],
    ])('reads an answer that comes %s', async (_, parts) => {
      expect(await answerOf(sends(...parts))).toEqual([said('Grüße – 🙂'), END]);
    });

    const insideCharacter = cut.subarray(0, cut.indexOf(Buffer.from('🙂')) + 2);
    it.each([
      ['between two events', begin + text('One'), [said('One'), failure('the answer broke off')]],
      ['in an event', begin + text('One').slice(0, -5), [failure(speech.malformed)]],
      ['in a character', insideCharacter, [said('Grüße – '), failure(speech.malformed)]],
      ['before its first event', '', [failure('the answer broke off')]],
      ['as a page', '<!doctype html><p>Hello</p>', [failure('the answer broke off')]],
      ['as no JSON', `${begin}data: {"type":\n\n`, [failure(speech.malformed)]],
      ['as another kind of JSON', `${begin}data: [7]\n\n`, [failure(speech.malformed)]],
      ['as a line without an end', `data: ${'x'.repeat(300_000)}`, [failure('an event is too long')]],
      ['as a long event', text('x'.repeat(262_144)), [failure('an event is too long')]],
      ['as comments only', ': ping\n'.repeat(50_000), [failure('an event is too long')]],
    ])('reports an answer that ends %s', async (_, stream, parts) => {
      expect(await answerOf(sends(stream))).toEqual(parts);
    });

    it('reports an answer above a mebibyte', async () => {
      const many = Array.from({ length: 1_100 }, () => text('x'.repeat(1_000)));
      const parts = await answerOf(sends(begin, ...many, end));
      expect(parts).toEqual([
        { type: 'text', text: expect.stringMatching(/^x{500000,1048576}$/) },
        failure('the answer is too long'),
      ]);
    });

    it('reports a connection that is cut, and one that cannot be opened', async () => {
      let cutOff = () => {};
      server.answer((response) => {
        begins(begin, text('One'))(response);
        cutOff = () => void response.destroy();
      });
      const parts: AgentPart[] = [];
      for await (const part of ask({ protocol })) {
        parts.push(part);
        cutOff();
      }
      expect(parts).toEqual([said('One'), failure('the connection failed')]);
      expect(await partsOf(ask({ protocol, url: `http://${NOBODY}` }))).toEqual([
        failure('the connection failed (ECONNREFUSED)'),
      ]);
    });

    it.each([
      ['429', refuses(429, { 'Retry-After': '7' }), failure('status 429, no, retry after 7', true)],
      ['503 without JSON', refuses(503, {}, '<html>'), failure('status 503', true)],
      ['500', refuses(500), failure('status 500, no')],
      ['401', refuses(401, {}, '{"error":"invalid key"}'), failure('status 401, invalid key')],
      ['422', refuses(422, {}, '{"detail":"no\\nthread"}'), failure('status 422, no thread')],
      [
        '404 of a model with a name about tools',
        refuses(404, {}, '{"error":{"message":"coder-tools not found"}}'),
        failure('status 404, coder-tools not found'),
      ],
      ['404 with a long text', refuses(404, {}, 'x'.repeat(20_000)), failure('status 404')],
      ['307, which is not followed', refuses(307, { Location: '/v1' }), failure('the connection failed')],
    ])('reports the status %s', async (_, how, part) => {
      expect(await answerOf(how)).toEqual([part]);
      expect(server.asked).toHaveLength(1);
    });

    it.each([
      ['for a minute before its first event', [], 60_000, 'nothing in 60 s'],
      ['for half a minute after that', [begin, text('One')], 30_000, 'nothing in 30 s'],
    ])('reports an agent that is silent %s', async (_, events, ms, why) => {
      server.answer(begins(...events, ': ping\n\n'));
      const answer = ask({ protocol })[Symbol.asyncIterator]();
      if (events.length > 0) await answer.next();
      const last = answer.next();
      await server.nth(1);
      clock.advance(ms - 1);
      expect(clock.waiting()).toBe(2);
      clock.advance(1);
      expect(await last).toEqual({ done: false, value: failure(why) });
      expect(await answer.next()).toMatchObject({ done: true });
    });

    it('reports an agent that has not finished after five minutes', async () => {
      let write = (_: string) => {};
      server.answer((response) => {
        begins(begin, text('.'))(response);
        write = (event) => void response.write(event);
      });
      const parts: AgentPart[] = [];
      for await (const part of ask({ protocol })) {
        parts.push(part);
        clock.advance(20_000);
        write(text('.'));
      }
      expect([parts.length, parts.at(-1)]).toEqual([16, failure('no end in 300 s')]);
    });

    const reason = { reason: 'wants a refund' };
    const json = JSON.stringify(reason);
    it.each([
      [
        'the tool',
        call('transfer_to_person', json.slice(0, 4), json.slice(4)),
        [handoff('wants a refund'), END],
      ],
      ['no reason', call('transfer_to_person', '{}'), [handoff(''), END]],
      ['malformed arguments', call('transfer_to_person', '{"reason'), [handoff(''), END]],
      [
        'a long reason',
        call('transfer_to_person', JSON.stringify({ reason: 'x'.repeat(900) })),
        [handoff('x'.repeat(200)), END],
      ],
      ['another tool', call('refund', '{}'), [{ type: 'end', unused: 1 }]],
    ])('takes a call with %s as a request for a person or ignores it', async (_, calls, parts) => {
      expect(await answerOf(sends(begin, text('Hm.'), calls, end))).toEqual([said('Hm.'), ...parts]);
    });

    it('ignores a call in an answer that breaks off', async () => {
      expect(await answerOf(sends(begin, call('transfer_to_person', json)))).toEqual([
        failure('the answer broke off'),
      ]);
    });

    it('reports the failure that the agent reports', async () => {
      expect(await answerOf(sends(begin, text('One'), speech.failure('no\nmemory', 'server_error')))).toEqual(
        [said('One'), failure('no memory')],
      );
      expect(await answerOf(sends(begin, speech.failure('slow down', 'rate_limit_exceeded')))).toEqual([
        failure('slow down', true),
      ]);
    });

    it('asks again without tools where a model takes none, and never with them again', async () => {
      const noTools = refuses(400, {}, '{"error":{"message":"tiny:latest does not support tools"}}');
      server.answer(noTools, sends(complete));
      const again = createAsk({ url: server.url, protocol }, clock, (line) => void lines.push(line));
      const { signal } = new AbortController();
      expect(await partsOf(again(QUESTION, signal))).toEqual([said('Grüße – 🙂'), END]);
      server.answer(noTools);
      expect(await partsOf(again(QUESTION, signal))).toEqual([
        failure('status 400, tiny:latest does not support tools'),
      ]);
      const names = server.asked.map(({ body }) => JSON.stringify(body).includes('transfer_to_person'));
      expect([names, lines]).toEqual([
        [true, false, false],
        ['agent: it takes no tools, so it cannot ask for a person; the message "human" can'],
      ]);
    });

    it('ends the request when it is stopped', async () => {
      const stopping = new AbortController();
      const gone = new Promise<void>((isGone) =>
        server.answer((response) => {
          response.on('close', isGone);
          begins(begin, text('One'))(response);
        }),
      );
      const answer = ask({ protocol }, stopping.signal)[Symbol.asyncIterator]();
      await answer.next();
      stopping.abort();
      expect(await answer.next()).toMatchObject({ value: failure('the connection failed') });
      await Promise.all([answer.next(), gone]);
      expect(clock.waiting()).toBe(0);
    });
  },
);

/** The body of the question for an agent with these options. */
async function bodyFor(options: Omit<AgentModel, 'url'>, question = QUESTION) {
  const answer = createAsk({ url: server.url, ...options }, clock, () => {})(
    question,
    new AbortController().signal,
  );
  await partsOf(answer);
  return server.asked.at(-1)?.body;
}
const LANGUAGE = "The visitor's language is German (de).";
const TOOL = {
  name: 'transfer_to_person',
  description: expect.stringContaining('person'),
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: expect.any(String) } },
    required: ['reason'],
  },
};
const [ASSISTANT, USER] = [
  { role: 'assistant', content: 'Hallo!' },
  { role: 'user', content: 'Habt ihr Lampen?' },
];

describe('the question to an agent', () => {
  it('over chat completions has the behaviour text as the system prompt', async () => {
    expect(await bodyFor({ model: 'small' })).toEqual({
      model: 'small',
      messages: [{ role: 'system', content: `Be kind.\n\n${LANGUAGE}` }, ASSISTANT, USER],
      tools: [{ type: 'function', function: TOOL }],
      stream: true,
    });
  });

  it('over responses has the behaviour text as the instructions, and is not stored', async () => {
    expect(await bodyFor({ protocol: 'responses' })).toEqual({
      instructions: `Be kind.\n\n${LANGUAGE}`,
      input: [ASSISTANT, USER],
      tools: [{ type: 'function', ...TOOL, strict: false }],
      store: false,
      stream: true,
    });
  });

  it('over AG-UI has the behaviour text as context', async () => {
    const body = await bodyFor({ protocol: 'ag-ui' });
    expect(body).toEqual({
      protocolVersion: '1.0',
      threadId: 'thread',
      runId: expect.stringMatching(/^[\da-f-]{36}$/),
      messages: [
        { id: 'a', ...ASSISTANT },
        { id: 'u', ...USER },
      ],
      tools: [TOOL],
      context: [
        { description: 'Rules for your answers', value: 'Be kind.' },
        { description: 'Language', value: LANGUAGE },
      ],
      state: {},
      forwardedProps: {},
    });
    const without = await bodyFor({ protocol: 'ag-ui' }, { ...QUESTION, rules: ' ' });
    expect(without).toMatchObject({ context: [{ description: 'Language' }] });
  });
});

const shapeOf = (name: string) => readFileSync(new URL(`shapes/${name}`, import.meta.url), 'utf8');
const LAMPS = said('We sell lamps.');

describe('the shapes of real agents', () => {
  it.each([
    ['ollama.chat-completions', [LAMPS, END]],
    ['llama-cpp.chat-completions', [LAMPS, END]],
    ['ollama-tool.chat-completions', [handoff('broken lamp'), END]],
    ['openai-tool.chat-completions', [handoff('broken lamp'), END]],
    ['openai-refusal.chat-completions', [said('I cannot help with that.'), END]],
    ['openai.responses', [LAMPS, END]],
    ['openai-tool.responses', [handoff('broken lamp'), END]],
    ['openai-refusal.responses', [said('I cannot help with that.'), END]],
    ['openai-incomplete.responses', [said('We sell'), END]],
    ['openai-error.responses', [failure('Too many requests', true)]],
    // The agent's own tool, its state, its thoughts and its steps.
    ['graph.ag-ui', [LAMPS, { type: 'end', unused: 9 }]],
    ['frontend-tool.ag-ui', [handoff('broken lamp'), END]],
    ['interrupt.ag-ui', [said('One moment.'), handoff('Approve a refund of 40?'), END]],
    ['chunks.ag-ui', [said('We sell lamps.\n\nGoodbye.'), handoff('broken lamp'), END]],
  ])('reads %s', async (name, parts) => {
    server.answer(sends(shapeOf(`${name}.txt`)));
    const protocol = name.split('.')[1] as AgentModel['protocol'];
    expect(await partsOf(ask({ protocol }))).toEqual(parts);
  });

  it('reads two items of a response as paragraphs, whatever their ids are', async () => {
    const delta = (output_index: number, item_id: string, text: string) => ({
      type: 'response.output_text.delta',
      ...{ output_index, item_id, delta: text },
    });
    const events = [delta(0, 'a', 'One '), delta(0, 'b', 'two.'), delta(1, 'c', 'Three.')];
    server.answer(run(...events, { type: 'response.completed' }));
    expect(await partsOf(ask({ protocol: 'responses' }))).toEqual([said('One two.\n\nThree.'), END]);
  });

  const run = (...events: readonly object[]) =>
    sends(...events.map((event) => `data: ${JSON.stringify(event)}\n\n`));
  const started = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
  const finished = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
  it.each([
    ['a run that fails before it begins', [{ type: 'RUN_ERROR', message: 'no' }], [failure('no')]],
    [
      'an event before the run',
      [{ type: 'TEXT_MESSAGE_START', messageId: 'm' }],
      [failure('an event before RUN_STARTED')],
    ],
    [
      'an echo of the visitor',
      [
        started,
        { type: 'TEXT_MESSAGE_START', messageId: 'u', role: 'user' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 'u', delta: 'Lamps?' },
        { type: 'TEXT_MESSAGE_END', messageId: 'u' },
        finished,
      ],
      [END],
    ],
    [
      'an interrupt without a message',
      [
        started,
        { ...finished, outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'approval' }] } },
      ],
      [handoff('approval'), END],
    ],
    ['a cancelled run', [started, { ...finished, outcome: { type: 'cancelled' } }], [END]],
    ['an unknown outcome', [started, { ...finished, outcome: 'interrupt' }], [END]],
    ['an unknown event', [started, { type: 'LATER' }, finished], [{ type: 'end', unused: 1 }]],
  ])('reads %s of AG-UI', async (_, events, parts) => {
    server.answer(run(...events));
    expect(await partsOf(ask({ protocol: 'ag-ui' }))).toEqual(parts);
  });
});
