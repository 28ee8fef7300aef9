import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEWEST_EVENTS, NEWEST_MS, NEWEST_ROWS } from '../../src/protocol/limits.ts';
import {
  agentJoined,
  agentMessage,
  chunk,
  createChatHarness,
  sessionStart,
  wireEvent,
} from '../support/chat-harness.ts';

const WORDS = 'as long as answers usually are, with a link and a list; '.repeat(10);
const answer = (sequence: number) => agentMessage(sequence, `${sequence} ${WORDS}`);
const question = (sequence: number) =>
  wireEvent('USER_MESSAGE', sequence, { text: `${sequence} ${WORDS}`, message_id: `u${sequence}` });

/** A history of so many messages, in turn of both sides. */
const historyOf = (messages: number): object[] => [
  sessionStart(),
  agentJoined(2),
  ...Array.from({ length: messages }, (_, i) => (i % 2 ? answer(i + 3) : question(i + 3))),
];

/** Resumes a conversation with this history. */
async function resume(history: readonly object[]) {
  const harness = createChatHarness({ stored: 'session-1' });
  harness.chat.start();
  await harness.settle();
  const socket = harness.socket();
  socket.accept();
  socket.receiveBatch(...history);
  return { ...harness, socket };
}

/** The transcript of a chat that has read the whole history. */
async function wholeOf(history: readonly object[]): Promise<string[]> {
  const { advance, lines } = await resume(history);
  await advance(NEWEST_MS);
  return lines();
}

describe('M-4.15: a long history', () => {
  it('shows its last entries first, and the rest a moment later', async () => {
    const { chat, lines, advance } = await resume(historyOf(200));
    const first = [chat.connection.value, lines()];
    await advance(NEWEST_MS);
    const all = lines();
    expect(first).toEqual(['connecting', all.slice(-NEWEST_ROWS)]);
    expect([chat.connection.value, all.length]).toEqual(['online', 200]);
  });

  it('shows the end of a conversation that is over', async () => {
    const history = [...historyOf(200), wireEvent('SESSION_END', 203)];
    const first = (await resume(history)).lines();
    expect([first.at(-1), first]).toEqual([
      '(conversation_ended)',
      (await wholeOf(history)).slice(-NEWEST_ROWS),
    ]);
  });

  it('shows the end that the whole has, whatever happened', async () => {
    const messages = [
      answer,
      question,
      (n: number) => wireEvent('LIVE_AGENT_MESSAGE', n, { message_id: `l${n}`, text: `${n} ${WORDS}` }),
      (n: number) => wireEvent('SERVICE_AGENT_READ_MESSAGE', n, { message_id: `u${n - 2}` }),
      (n: number) => wireEvent('SYSTEM_MESSAGE', n, { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: `${n}` }),
    ];
    const others = fc.constantFrom(
      ...messages,
      (n: number) => wireEvent('LANGUAGE_CHANGED', n, { language_code: 'de' }),
      (n: number) => wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', n),
      (n: number) => wireEvent('HANDOFF_ACCEPTED', n, { queue_name: 'Sales' }),
      (n: number) => wireEvent('LIVE_AGENT_JOINED', n, { agent: { id: 'a', name: 'Ann' } }),
      (n: number) => wireEvent('LIVE_AGENT_LEFT', n, { agent_id: 'a', agent_name: 'Ann' }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(others, { minLength: 150, maxLength: 200 }),
        fc.array(fc.constantFrom(...messages), { minLength: NEWEST_EVENTS, maxLength: 50 }),
        async (before, end) => {
          const history = [sessionStart(), ...[...before, ...end].map((event, i) => event(i + 2))];
          const first = (await resume(history)).lines();
          fc.pre(first.length === NEWEST_ROWS);
          expect(first).toEqual((await wholeOf(history)).slice(-NEWEST_ROWS));
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    ['the visitor writes', ({ chat }) => void chat.send('More'), ['user: More [sending]']],
    ['another frame comes', ({ socket }) => socket.receiveEvent(answer(203)), [`agent: 203 ${WORDS}`]],
    ['the socket breaks', ({ socket }) => socket.drop(), []],
    ['the page is hidden', ({ emit }) => emit('hidden'), []],
    ['a view fails', ({ chat }) => chat.fail(new Error('a bug')), []],
  ] as readonly [string, (harness: Awaited<ReturnType<typeof resume>>) => void, readonly string[]][])(
    'M-4.15: a long history is read before %s',
    async (_, happen, added) => {
      const harness = await resume(historyOf(200));
      happen(harness);
      expect(harness.lines()).toEqual([...(await wholeOf(historyOf(200))), ...added]);
    },
  );

  it('M-4.15: a disposed chat reads no more of it', async () => {
    const { chat, lines, advance } = await resume(historyOf(200));
    const first = lines();
    chat.dispose();
    await advance(NEWEST_MS);
    expect([first.length, lines()]).toEqual([NEWEST_ROWS, first]);
  });

  it.each([
    ['that is short', historyOf(40)],
    ['whose end is a handoff', [...historyOf(200), wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', 203)]],
    ['whose end is a part of an answer', [...historyOf(200), chunk(203, 'm', 3, 'the end of it', true)]],
    [
      'whose last events are hardly entries',
      [
        ...historyOf(200),
        ...Array.from({ length: NEWEST_EVENTS - 1 }, (_, i) =>
          wireEvent('SERVICE_AGENT_READ_MESSAGE', 203 + i, { message_id: 'u3' }),
        ),
      ],
    ],
  ])('M-4.15: a history %s is read at once', async (_, history) => {
    const { lines } = await resume(history);
    expect(lines()).toEqual(await wholeOf(history));
  });

  it('M-4.15: it is read at once when the visitor has written before it came', async () => {
    const { chat, lines, settle, socket } = createChatHarness({ stored: 'session-1' });
    chat.send('Hello');
    await settle();
    socket().accept();
    socket().receiveBatch(...historyOf(200));
    expect(lines()).toEqual([...(await wholeOf(historyOf(200))), 'user: Hello [sending]']);
  });
});
