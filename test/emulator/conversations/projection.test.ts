import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { applyEvent } from '../../../src/emulator/conversations/projection.ts';
import { newProjectionState } from '../../../src/emulator/conversations/projection-state.ts';
import type { NewEvent } from '../../../src/emulator/model/journal.ts';
import { FAQ, PHRASES } from '../../../src/emulator/shop/content.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import { shareOf } from '../../support/sizes.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-projection-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function newFile() {
  files += 1;
  return join(folder, `${files}.db`);
}

const SHOP = { accountId: 'lumen-oak', projectId: 'shop' };
const START = { id: 'e', at: 1_000, kind: 'sessionIdleWarning' } as const;
const NEW = { id: 'a', tokenHash: 'h', streaming: true, platform: 'web', at: 1_000 };

const person = { name: 'Iris' };
const message = {
  messageId: 'm',
  attachments: [],
  suggestions: [],
  callActions: [],
  person,
  endsConversation: false,
};
const chunk = (messageId: string, chunkIndex: number, text: string, isComplete = false) =>
  ({
    kind: 'agentMessageChunk',
    messageId,
    chunkIndex,
    text,
    attachments: [],
    suggestions: [],
    isComplete,
  }) as const;

type Body = NewEvent extends infer Event
  ? Event extends NewEvent
    ? Omit<Event, 'id' | 'at'>
    : never
  : never;
const events = (bodies: readonly Body[]): readonly NewEvent[] =>
  bodies.map((body, at) => ({ ...body, id: `e-${at}`, at: 2_000 + at * 100 }) as NewEvent);

/** Conversations, turns and search results in a file. */
function storedIn(file: string) {
  const store = openStore(file);
  const rows = store.conversations.newest(SHOP, { limit: 10, offset: 0 });
  const turns = rows.map((row) => store.conversations.turnsOf([row]).get(row.seq));
  const found = ['alpha', 'beta', 'gamma'].map((query) =>
    store.conversations
      .page({
        filter: { ...SHOP, environment: 'live' },
        search: { by: 'transcript', query },
        after: { kind: 'offset', offset: 0 },
        limit: 10,
      })
      .map(({ id }) => id),
  );
  store.close();
  return { rows, turns, found };
}

function conversationOf(bodies: readonly Body[]) {
  const all = events(bodies).map((event, at) => ({ ...event, sequence: at + 1 }));
  return all.reduce(applyEvent, newProjectionState('en')).conversation;
}

describe('the conversation that is projected from the events of a session', () => {
  it('a conversation has a greeting without an input and one turn for each input', () => {
    const { turns } = conversationOf([
      { kind: 'requestAgentJoin' },
      { kind: 'agentJoined', person },
      { kind: 'agentMessage', ...message, text: 'Hello!' },
      { kind: 'userMessage', text: 'One' },
      { kind: 'userMessage', text: 'Two' },
      { kind: 'agentMessage', ...message, text: 'First.' },
      { kind: 'agentMessage', ...message, text: 'Second.' },
    ]);
    const plain = {
      user_input_dtmf: '',
      barge_in: false,
      function_calls: [],
      is_ood: false,
      is_silence: false,
    };
    expect(turns).toEqual([
      {
        ...plain,
        user_input: '',
        user_input_at: 2_000,
        agent_response: 'Hello!',
        agent_response_at: 2_200,
        // The greeting answers no input.
        latency: null,
      },
      {
        ...plain,
        user_input: 'One',
        user_input_at: 2_300,
        agent_response: '',
        agent_response_at: null,
        latency: null,
      },
      {
        ...plain,
        user_input: 'Two',
        user_input_at: 2_400,
        agent_response: 'First.\n\nSecond.',
        agent_response_at: 2_500,
        latency: 100,
      },
    ]);
  });

  it('joins the chunks of a stream and measures its latency to the first chunk', () => {
    const begun: readonly Body[] = [
      { kind: 'userMessage', text: 'Go' },
      chunk('m', 1, 'a '),
      chunk('m', 2, 'b '),
    ];
    expect(conversationOf(begun).turns[0]).toMatchObject({
      agent_response: '',
      agent_response_at: 2_100,
      latency: 100,
    });
    expect(conversationOf([...begun, chunk('m', 3, 'c', true)]).turns[0]).toMatchObject({
      agent_response: 'a b c',
      agent_response_at: 2_100,
      latency: 100,
    });
    // An unfinished stream keeps the text that arrived.
    for (const end of [
      { kind: 'sessionEnd', reason: 'user_end' },
      { kind: 'userMessage', text: 'Stop' },
      chunk('other', 1, 'x'),
    ] as const)
      expect(conversationOf([...begun, end]).turns[0]).toMatchObject({ agent_response: 'a b ' });
  });

  it('keeps a response with the input it began to answer, even after later inputs', () => {
    const { turns } = conversationOf([
      { kind: 'userMessage', text: 'One' },
      chunk('m1', 1, 'a '),
      { kind: 'userMessage', text: 'Two' },
      chunk('m1', 2, 'b '),
      chunk('m2', 1, 'x '),
      chunk('m1', 3, 'c', true),
      { kind: 'userMessage', text: 'Three' },
      chunk('m2', 2, 'y', true),
      { kind: 'agentMessage', ...message, messageId: 'm3', text: 'z' },
    ]);
    expect(
      turns.map((turn) => [turn.user_input, turn.agent_response, turn.agent_response_at, turn.latency]),
    ).toEqual([
      ['One', 'a b c', 2_100, 100],
      ['Two', 'x y', 2_400, 200],
      ['Three', 'z', 2_800, 200],
    ]);
  });

  it('replaces a stream with the full message of the same id', () => {
    const { turns } = conversationOf([
      { kind: 'userMessage', text: 'Go' },
      chunk('m', 1, 'a '),
      { kind: 'agentMessage', ...message, text: 'All of it.' },
    ]);
    expect(turns.map((turn) => [turn.agent_response, turn.latency])).toEqual([['All of it.', 100]]);
  });

  it('measures no latency for a live agent', () => {
    const { turns } = conversationOf([
      { kind: 'userMessage', text: 'Hi' },
      { kind: 'liveAgentMessage', ...message, text: 'Noor here.' },
    ]);
    expect(turns[0]).toMatchObject({ agent_response: 'Noor here.', agent_response_at: 2_100, latency: null });
  });

  it.each<[string, readonly Body[], object]>([
    [
      'accepted',
      [{ kind: 'handoffAccepted', queueName: 'care' }],
      { handoff: true, handoff_destination: 'care' },
    ],
    [
      'sent elsewhere',
      [{ kind: 'clientHandoffRequired', reason: 'r', queueName: 'q', route: 'desk' }],
      { handoff: true, handoff_reason: 'r', handoff_destination: 'desk' },
    ],
    ['failed', [{ kind: 'handoffFailed', reason: 'no_agents' }], {}],
    [
      'accepted and not answered in time',
      [{ kind: 'handoffAccepted', queueName: 'care' }, { kind: 'handoffTimeout' }],
      {},
    ],
  ])('shows the outcome of a handoff that was %s', (_, bodies, outline) => {
    expect(conversationOf([{ kind: 'agentTriggeredHandoff' }, ...bodies])).toEqual({
      ...newProjectionState('en').conversation,
      ...outline,
    });
  });

  const calls = (bodies: readonly Body[]) =>
    conversationOf(bodies).turns.map((turn) => turn.function_calls.map((call) => Object.values(call)));
  const asked = { kind: 'userMessage', text: 'human' } as const;
  const answered = (text: string) => ({ kind: 'agentMessage', ...message, text }) as const;
  const [entry = { id: '', answer: '' }] = FAQ.fr;

  it('lists the look-ups of the agent and none for a live agent', () => {
    const found = conversationOf([asked, answered(entry.answer), answered(PHRASES.en.unknown)]).turns;
    expect(found).toMatchObject([
      { is_ood: true, agent_response: `${entry.answer}\n\n${PHRASES.en.unknown}` },
    ]);
    expect(calls([asked, answered(entry.answer), answered(PHRASES.en.unknown)])).toEqual([
      [
        ['find_answer', 2_100, entry.id, null],
        ['find_answer', 2_200, null, null],
      ],
    ]);
    const [one = '', ...rest] = entry.answer.split(/(?<= )/);
    const streamed = [chunk('m', 1, one), chunk('m', 2, rest.join(''), true)];
    expect(calls([asked, ...streamed])).toEqual([[['find_answer', 2_100, entry.id, null]]]);
    expect(calls([asked, { ...answered(entry.answer), kind: 'liveAgentMessage' }])).toEqual([[]]);
    expect(calls([asked, answered('Anything else.')])).toEqual([[]]);
  });

  const triggered = { kind: 'agentTriggeredHandoff' } as const;
  const accepted = { kind: 'handoffAccepted', queueName: 'care' } as const;
  it.each<[string, readonly Body[], readonly unknown[]]>([
    ['accepted', [triggered, accepted], [['hand_off', 2_100, 'care', null]]],
    [
      'refused, then accepted',
      [triggered, { kind: 'handoffFailed', reason: 'no_agents' }, triggered, accepted],
      [
        ['hand_off', 2_100, null, 'no_agents'],
        ['hand_off', 2_300, 'care', null],
      ],
    ],
    [
      'accepted, and not answered in time',
      [triggered, accepted, { kind: 'handoffTimeout' }],
      [['hand_off', 2_100, null, 'timeout']],
    ],
    [
      'sent elsewhere',
      [{ kind: 'clientHandoffRequired', route: 'desk' }],
      [['hand_off', 2_100, 'desk', null]],
    ],
  ])('lists the function call of a handoff that was %s', (_, bodies, expected) => {
    expect(calls([asked, ...bodies])).toEqual([expected]);
    // Without a turn there is no function call.
    expect(calls(bodies)).toEqual([]);
  });

  it('lists the end of the conversation as a function call only if the agent ended it', () => {
    const end = { kind: 'sessionEnd', reason: 'natural_end' } as const;
    expect(calls([asked, end])).toEqual([[['end_conversation', 2_100, null, null]]]);
    expect(calls([asked, { ...end, reason: 'user_end' }])).toEqual([[]]);
    expect(calls([asked, { kind: 'agentLeft' }, end])).toEqual([[]]);
  });

  it('shows the language, the time the agent left and the end', () => {
    expect(
      conversationOf([
        { kind: 'languageChanged', languageCode: 'fr' },
        { kind: 'agentLeft', reason: 'handoff' },
        { kind: 'agentLeft', reason: 'again' },
        { kind: 'sessionEnd', reason: 'natural_end' },
      ]),
    ).toEqual({
      ...newProjectionState('en').conversation,
      language: 'fr',
      agent_ended_at: 2_100,
      ended_at: 2_300,
    });
  });

  const handedOff: readonly Body[] = [
    asked,
    { kind: 'agentTriggeredHandoff' },
    { kind: 'agentLeft', reason: 'handoff' },
    { kind: 'handoffAccepted', queueName: 'care' },
  ];

  it('measures no latency for the return of the agent, and one for the next input', () => {
    const { turns, agent_ended_at } = conversationOf([
      ...handedOff,
      { kind: 'handoffTimeout' },
      { kind: 'agentJoined', person },
      answered('Here again.'),
      { kind: 'userMessage', text: 'delivery' },
      answered('Two days.'),
    ]);
    expect(agent_ended_at).toBe(null);
    expect(turns.map((turn) => [turn.agent_response, turn.agent_response_at, turn.latency])).toEqual([
      ['Here again.', 2_600, null],
      ['Two days.', 2_800, 100],
    ]);
  });

  it('stays handed off after a live agent has joined, even if a later wait fails', () => {
    const { handoff, handoff_destination, turns } = conversationOf([
      ...handedOff,
      { kind: 'liveAgentJoined', person: { name: 'Ada' } },
      { kind: 'liveAgentLeft', person: { name: 'Ada' } },
      { kind: 'handoffTimeout', reason: 'queue_timeout' },
    ]);
    expect([handoff, handoff_destination]).toEqual([true, 'care']);
    expect(turns[0]?.function_calls).toEqual([{ name: 'hand_off', at: 2_100, result: 'care', error: null }]);
  });

  const word = fc.constantFrom('alpha', 'beta', 'gamma', '', PHRASES.en.unknown);
  const body: fc.Arbitrary<Body> = fc.oneof(
    fc.constant({ kind: 'requestAgentJoin' } as const),
    word.map((text) => ({ kind: 'userMessage', text }) as const),
    word.map((text) => ({ kind: 'agentMessage', ...message, text }) as const),
    word.map((text) => ({ kind: 'liveAgentMessage', ...message, text }) as const),
    fc
      .tuple(fc.constantFrom('m1', 'm2'), word, fc.boolean())
      .map(([id, text, last]) => chunk(id, 1, text, last)),
    fc.constantFrom<Body>(
      { kind: 'agentLeft' },
      { kind: 'agentTriggeredHandoff' },
      { kind: 'handoffAccepted', queueName: 'care' },
      { kind: 'handoffFailed' },
      { kind: 'clientHandoffRequired', reason: 'r' },
      { kind: 'languageChanged', languageCode: 'fr' },
    ),
  );

  it('a conversation is up to date after every event and every restart', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 14 }), fc.nat(14), fc.boolean(), (bodies, cut, ends) => {
        const [file, whole] = [newFile(), newFile()];
        const all = events(ends ? [...bodies, { kind: 'sessionEnd', reason: 'user_end' }] : bodies);
        const write = (path: string, part: readonly NewEvent[], isFirst: boolean) => {
          const store = openStore(path);
          if (isFirst) store.journal.createSession(NEW, START);
          for (const event of part) store.journal.append('a', event);
          store.close();
        };
        write(file, all.slice(0, cut), true);
        write(file, all.slice(cut), false);
        write(whole, all, true);
        const kept = storedIn(file);
        expect(kept).toEqual(storedIn(whole));
        expect(kept.turns).toEqual([
          all.reduce((state, event) => applyEvent(state, { ...event, sequence: 1 }), newProjectionState('en'))
            .conversation.turns,
        ]);
      }),
      { numRuns: shareOf(100) },
    );
  });
});
