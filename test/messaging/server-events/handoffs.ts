import {
  bubble,
  type ConversationHarness,
  notice,
  timestampOf,
  type View,
} from '../support/conversation-harness.ts';
import { type EventCase, MESSAGE, NOOR, NOOR_FLAT, NOOR_NESTED } from './event-case.ts';

const triggered = (conversation: ConversationHarness) =>
  conversation.platformSends('AGENT_TRIGGERED_HANDOFF');
const STARTED = notice({ notice: 'handoff_started' });
/** The single queue notice after its last update. */
const queueLine = (fields: object, sequence: number) =>
  notice({ notice: 'queue_status', ...fields }, { id: 'queue', at: timestampOf(sequence) });
const queued = (fields: object, sequence = 5): Partial<View> => ({
  handoff: 'queued',
  transcript: [STARTED, queueLine(fields, sequence)],
});

const QUEUE_EVENTS: readonly EventCase[] = [
  {
    behaviour: 'the handoff is requested',
    name: 'AGENT_TRIGGERED_HANDOFF',
    payload: {},
    expected: { handoff: 'requested', transcript: [STARTED] },
  },
  ...(
    [
      ['HANDOFF_ACCEPTED', { queue_name: 'Care' }, { queueName: 'Care' }],
      ['HANDOFF_ACCEPTED', {}, {}],
      ['HANDOFF_QUEUE_STATUS', { queue_name: 'Care' }, { queueName: 'Care' }],
      ['HANDOFF_QUEUE_STATUS', { position_in_queue: 3 }, { position: 3 }],
      ['HANDOFF_QUEUE_STATUS', { position: 2 }, { position: 2 }],
      ['HANDOFF_QUEUE_STATUS', { estimated_wait_seconds: 90 }, { estimatedWaitSeconds: 90 }],
      ['HANDOFF_QUEUE_STATUS', { display_message: 'Soon.' }, { displayMessage: 'Soon.' }],
      [
        'HANDOFF_QUEUE_STATUS',
        { queue_name: 'Care', position_in_queue: 3, estimated_wait_seconds: 90, display_message: 'Soon.' },
        { queueName: 'Care', position: 3, estimatedWaitSeconds: 90, displayMessage: 'Soon.' },
      ],
      ['HANDOFF_QUEUE_STATUS', {}, {}],
    ] as const
  ).map(([name, payload, line]) => ({
    behaviour: JSON.stringify(payload),
    name,
    payload,
    before: triggered,
    expected: queued(line),
  })),
  {
    behaviour: 'one line, updated in place; fields that are left out stay',
    name: 'HANDOFF_QUEUE_STATUS',
    payload: { position_in_queue: 1 },
    before(conversation) {
      triggered(conversation);
      conversation.platformSends('HANDOFF_ACCEPTED', { queue_name: 'Care' });
      conversation.platformSends('HANDOFF_QUEUE_STATUS', { position_in_queue: 2 });
    },
    expected: queued({ queueName: 'Care', position: 1 }, 7),
  },
];

const CLIENT_HANDOFFS: readonly EventCase[] = (
  [
    [{ reason: 'COMPLEX_QUERY' }, { reason: 'COMPLEX_QUERY' }],
    [{ reason: 'AGENT_DECISION' }, { reason: 'AGENT_DECISION' }],
    [{ reason: 'POLICY' }, { reason: 'POLICY' }],
    [{ queue_name: 'Claims' }, { queueName: 'Claims' }],
    [{ route: 'phone' }, { route: 'phone' }],
    [
      { reason: 'POLICY', queue_name: 'Claims', route: 'phone' },
      { reason: 'POLICY', queueName: 'Claims', route: 'phone' },
    ],
    [{}, {}],
  ] as const
).map(([payload, detail]) => ({
  behaviour: `${JSON.stringify(payload)} for the embedding page`,
  name: 'CLIENT_HANDOFF_REQUIRED',
  payload,
  expected: {
    handoff: 'client-required',
    transcript: [notice({ notice: 'client_handoff_required', ...detail })],
    events: [['clientHandoffRequired', detail]],
  },
}));

const FAILED: readonly EventCase[] = (['failed', 'timeout'] as const).flatMap((word) =>
  [{ reason: 'no_agents' }, {}].map((payload) => ({
    behaviour: `${JSON.stringify(payload)} is shown, and the chat stays usable`,
    name: `HANDOFF_${word.toUpperCase()}`,
    payload,
    before: triggered,
    expected: {
      handoff: word,
      transcript: [STARTED, notice({ notice: `handoff_${word}` }, { id: 'event-5', at: timestampOf(5) })],
    },
  })),
);

const noorJoined = (conversation: ConversationHarness) =>
  conversation.platformSends('LIVE_AGENT_JOINED', NOOR_NESTED);
const noorLeft = (conversation: ConversationHarness) => {
  noorJoined(conversation);
  conversation.platformSends('LIVE_AGENT_LEFT', { agent_id: NOOR.id });
};
const joinedAs = (name?: string, sequence = 4) =>
  notice({ notice: 'live_agent_joined', name }, { id: `event-${sequence}`, at: timestampOf(sequence) });
const LEFT = notice({ notice: 'live_agent_left', name: 'Noor' }, { id: 'event-5', at: timestampOf(5) });

const LIVE_AGENTS: readonly EventCase[] = [
  ...(
    [
      [NOOR_NESTED, 'Noor'],
      [{ agent: { name: 'Noor' } }, 'Noor'],
      [{ agent: { id: NOOR.id } }, undefined],
      [{ agent: {} }, undefined],
      [NOOR_FLAT, 'Noor'],
      [{ agent_name: 'Noor' }, 'Noor'],
      [{ agent_id: NOOR.id }, undefined],
      [{}, undefined],
    ] as const
  ).map(
    ([payload, name]): EventCase => ({
      behaviour: JSON.stringify(payload),
      name: 'LIVE_AGENT_JOINED',
      payload,
      expected: { handoff: 'live', transcript: [joinedAs(name)] },
    }),
  ),
  ...[
    {},
    { state: 'TYPING_STATE_STARTED' },
    { state: 'TYPING_STATE_STARTED', agent_id: NOOR.id },
    { state: 'TYPING_STATE_STARTED', agent_name: 'Noor' },
  ].map(
    (payload): EventCase => ({
      behaviour: `${JSON.stringify(payload)}: started`,
      name: 'LIVE_AGENT_TYPING',
      payload,
      isTransient: true,
      before: noorJoined,
      expected: {
        handoff: 'live',
        transcript: [joinedAs('Noor')],
        typing: { author: 'live-agent', name: 'Noor' },
      },
    }),
  ),
  ...[{}, { agent_id: NOOR.id }, { agent_name: 'Noor' }].map(
    (who): EventCase => ({
      behaviour: `${JSON.stringify({ state: 'TYPING_STATE_STOPPED', ...who })} clears it`,
      name: 'LIVE_AGENT_TYPING',
      payload: { state: 'TYPING_STATE_STOPPED', ...who },
      isTransient: true,
      before(conversation) {
        noorJoined(conversation);
        // Transient as well, and with the same id: such events always pass (M-4.4).
        conversation.socket.receiveEvent(
          conversation.nextEvent('LIVE_AGENT_TYPING', { agent_id: NOOR.id }, null),
        );
      },
      expected: { handoff: 'live', transcript: [joinedAs('Noor')] },
    }),
  ),
  ...[{ agent_id: NOOR.id }, { agent_id: NOOR.id, agent_name: 'Noor', reason: 'done' }, {}].map(
    (payload): EventCase => ({
      behaviour: `${JSON.stringify(payload)} is a notice and no end`,
      name: 'LIVE_AGENT_LEFT',
      payload,
      before: noorJoined,
      expected: { transcript: [joinedAs('Noor'), LEFT] },
    }),
  ),
  {
    behaviour: 'another live agent takes over from one that left',
    name: 'LIVE_AGENT_JOINED',
    payload: { agent: { id: 'la-8', name: 'Sam' } },
    before: noorLeft,
    expected: { handoff: 'live', transcript: [joinedAs('Noor'), LEFT, joinedAs('Sam', 6)] },
  },
  {
    behaviour: 'the agent takes over from a live agent that left',
    name: 'AGENT_MESSAGE',
    payload: MESSAGE,
    before: noorLeft,
    expected: {
      transcript: [joinedAs('Noor'), LEFT, bubble({ text: 'Hello', at: timestampOf(6) })],
      events: [['message', bubble({ text: 'Hello', at: timestampOf(6) })]],
    },
  },
];

export const HANDOFFS: readonly EventCase[] = [
  ...QUEUE_EVENTS,
  ...CLIENT_HANDOFFS,
  ...FAILED,
  ...LIVE_AGENTS,
];
