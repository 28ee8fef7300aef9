import { describe, expect, it } from 'vitest';
import type { DebugEntry } from '../../src/chat/index.ts';
import { run } from '../../src/cli/run.ts';
import { agentMessage, chunk, createWorld, systemMessage, thinking, wire } from '../support/chat-world.ts';

async function replayed(text: string | undefined) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await run(['replay', 'log.jsonl'], {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
    env: {},
    files: { read: (path) => (path === 'log.jsonl' ? text : undefined) },
    untilStopped: async () => {},
  });
  return { status, printed, complaints };
}

async function conversation(): Promise<DebugEntry[]> {
  const log: DebugEntry[] = [];
  const world = createWorld({ onDebug: (entry) => log.push(entry) });
  const socket = await world.ready();
  await world.advance(1_000);
  socket.event(thinking());
  socket.event(chunk(4, 'answer', 1, 'Hello'));
  await world.advance(50);
  socket.event(chunk(5, 'answer', 2, ' \u001b[31mthere\nyou', true));
  world.chat.send('Hi');
  socket.echo('EVENT_TYPE_USER_MESSAGE', 6);
  socket.event(
    agentMessage(7, 'Again', { response_suggestions: [{ message_text: 'A' }, { message_text: 'B' }] }),
  );
  socket.event(wire('HANDOFF_QUEUE_STATUS', 8, { position: 3 }));
  socket.event(wire('HANDOFF_QUEUE_STATUS', 9, { position: 2 }));
  socket.event(wire('LANGUAGE_CHANGED', 10, { language_code: 'fr' }));
  world.chat.send('Is anybody there?');
  socket.event(systemMessage('Failed to forward message to live agent'));
  return log;
}

const STORY = [
  '    0.000    connection connecting',
  '    0.000    connection online',
  '    0.250    agent Iris',
  '    1.250    Iris is typing',
  '    1.250    nobody is typing',
  '    1.250  + Iris: Hello  [streaming]',
  '    1.300  ~ Iris: Hello \\u{1b}[31mthere ⏎ you',
  '    1.300  + you: Hi  [sending]',
  '    1.300  ~ you: Hi  [sent]',
  '    1.300    suggested A | B',
  '    1.300  + Iris: Again',
  '    1.300    handoff queued',
  '    1.300  + (handoff_started)',
  '    1.300  + (queue_status: 3)',
  '    1.300  ~ (queue_status: 2)',
  '    1.300    language fr',
  '    1.300    suggested nothing',
  '    1.300  + you: Is anybody there?  [sending]',
  '    1.300  + (system: error, Failed to forward message to live agent)',
  '    1.300  ~ you: Is anybody there?  [failed: unconfirmed]',
];

describe('foyer-chat replay', () => {
  it('tells what the visitor saw, step by step, in words that steer no terminal', async () => {
    const log = await conversation();
    const lines = log.map((entry) => JSON.stringify(entry));
    expect(await replayed(`${lines.join('\n')}\n`)).toEqual({ status: 0, printed: STORY, complaints: [] });
  });

  it('takes one array as well', async () => {
    expect(await replayed(JSON.stringify(await conversation(), null, 2))).toEqual({
      status: 0,
      printed: STORY,
      complaints: [],
    });
  });

  it.each([
    ['no file', undefined, 'there is no such file'],
    ['an empty file', '\n', 'the log is empty; save what onDebug yields, one JSON entry a line'],
    ['what is no JSON', '{"in":', 'entry 1 is none of an event log; expected what onDebug yields'],
    [
      'an entry of another kind',
      '{"in":{"is":"tick","at":1,"roll":0}}\n{"in":{"is":"dance","at":1,"roll":0}}',
      'entry 2 is none of an event log; expected what onDebug yields',
    ],
  ])('says in one line what is wrong with %s', async (_what, text, why) => {
    expect(await replayed(text)).toEqual({
      status: 1,
      printed: [],
      complaints: [`unable to replay log.jsonl; ${why}`],
    });
  });
});
