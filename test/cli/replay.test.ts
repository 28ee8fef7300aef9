import { describe, expect, it } from 'vitest';
import type { DebugEntry } from '../../src/chat/index.ts';
import { run } from '../../src/cli/run.ts';
import {
  agentMessage,
  chunk,
  createChatHarness,
  systemMessage,
  thinking,
  wireEvent,
} from '../support/chat-harness.ts';

async function replayed(text: string | undefined) {
  const printed: string[] = [];
  const errors: string[] = [];
  const status = await run(['replay', 'log.jsonl'], {
    print: (line) => printed.push(line),
    printError: (line) => errors.push(line),
    env: {},
    files: { read: (path) => (path === 'log.jsonl' ? text : undefined) },
    untilStopped: async () => {},
  });
  return { status, printed, errors };
}

async function conversation(): Promise<DebugEntry[]> {
  const log: DebugEntry[] = [];
  const harness = createChatHarness({ onDebug: (entry) => log.push(entry) });
  const socket = await harness.connectAndJoin();
  await harness.advance(1_000);
  socket.receiveEvent(thinking());
  socket.receiveEvent(chunk(4, 'answer', 1, 'Hello'));
  await harness.advance(50);
  socket.receiveEvent(chunk(5, 'answer', 2, ' \u001b[31mthere\nyou', true));
  harness.chat.send('Hi');
  socket.echo('EVENT_TYPE_USER_MESSAGE', 6);
  socket.receiveEvent(
    agentMessage(7, 'Again', { response_suggestions: [{ message_text: 'A' }, { message_text: 'B' }] }),
  );
  socket.receiveEvent(wireEvent('HANDOFF_QUEUE_STATUS', 8, { position: 3 }));
  socket.receiveEvent(wireEvent('HANDOFF_QUEUE_STATUS', 9, { position: 2 }));
  socket.receiveEvent(wireEvent('LANGUAGE_CHANGED', 10, { language_code: 'fr' }));
  harness.chat.send('Is anybody there?');
  socket.receiveEvent(systemMessage('Failed to forward message to live agent'));
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
  '    1.300    suggested nothing',
  '    1.300  + (handoff_started)',
  '    1.300  + (queue_status: 3)',
  '    1.300  ~ (queue_status: 2)',
  '    1.300    language fr',
  '    1.300  + you: Is anybody there?  [sending]',
  '    1.300  + (system: error, Failed to forward message to live agent)',
  '    1.300  ~ you: Is anybody there?  [failed: unconfirmed]',
];

describe('foyer-relay replay', () => {
  it("prints the visitor's screen step by step, with control characters escaped", async () => {
    const log = await conversation();
    const lines = log.map((entry) => JSON.stringify(entry));
    expect(await replayed(`${lines.join('\n')}\n`)).toEqual({ status: 0, printed: STORY, errors: [] });
  });

  it('accepts an array, too', async () => {
    expect(await replayed(JSON.stringify(await conversation(), null, 2))).toEqual({
      status: 0,
      printed: STORY,
      errors: [],
    });
  });

  it.each([
    ['a missing file', undefined, 'there is no file that can be read'],
    ['an empty file', '\n', 'the log is empty; expected the entries of onDebug, one JSON entry on each line'],
    ['invalid JSON', '{"in":', 'entry 1 is invalid; expected an entry of onDebug'],
    [
      'an entry of another kind',
      '{"in":{"type":"tick","at":1,"random":0}}\n{"in":{"type":"dance","at":1,"random":0}}',
      'entry 2 is invalid; expected an entry of onDebug',
    ],
  ])('prints one line for %s', async (_what, text, why) => {
    expect(await replayed(text)).toEqual({
      status: 1,
      printed: [],
      errors: [`unable to replay log.jsonl; ${why}`],
    });
  });
});
