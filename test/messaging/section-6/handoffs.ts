import { bubble, notice, type Scene, stampOf, type View } from '../support/scene.ts';
import { NOOR, NOOR_FLAT, NOOR_NESTED, type Row, WORDS } from './row.ts';

const triggered = (scene: Scene) => scene.says('AGENT_TRIGGERED_HANDOFF');
const STARTED = notice({ notice: 'handoff_started' });
/** The one line about the queue, as it was last updated. */
const queueLine = (fields: object, sequence: number) =>
  notice({ notice: 'queue_status', ...fields }, { id: 'queue', at: stampOf(sequence) });
const queued = (fields: object, sequence = 5): Partial<View> => ({
  handoff: 'queued',
  transcript: [STARTED, queueLine(fields, sequence)],
});

const QUEUE: readonly Row[] = [
  {
    fact: 'the handoff is requested',
    name: 'AGENT_TRIGGERED_HANDOFF',
    payload: {},
    seen: { handoff: 'requested', transcript: [STARTED] },
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
    fact: JSON.stringify(payload),
    name,
    payload,
    given: triggered,
    seen: queued(line),
  })),
  {
    fact: 'one line, updated in place; what is left out stays',
    name: 'HANDOFF_QUEUE_STATUS',
    payload: { position_in_queue: 1 },
    given(scene) {
      triggered(scene);
      scene.says('HANDOFF_ACCEPTED', { queue_name: 'Care' });
      scene.says('HANDOFF_QUEUE_STATUS', { position_in_queue: 2 });
    },
    seen: queued({ queueName: 'Care', position: 1 }, 7),
  },
];

const ELSEWHERE: readonly Row[] = (
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
).map(([payload, told]) => ({
  fact: `${JSON.stringify(payload)} for the embedding page`,
  name: 'CLIENT_HANDOFF_REQUIRED',
  payload,
  seen: {
    handoff: 'client-required',
    transcript: [notice({ notice: 'client_handoff_required', ...told })],
    news: [['clientHandoffRequired', told]],
  },
}));

const FAILED: readonly Row[] = (['failed', 'timeout'] as const).flatMap((word) =>
  [{ reason: 'no_agents' }, {}].map((payload) => ({
    fact: `${JSON.stringify(payload)} is told, the chat stays usable`,
    name: `HANDOFF_${word.toUpperCase()}`,
    payload,
    given: triggered,
    seen: {
      handoff: word,
      transcript: [STARTED, notice({ notice: `handoff_${word}` }, { id: 'event-5', at: stampOf(5) })],
    },
  })),
);

const noorJoined = (scene: Scene) => scene.says('LIVE_AGENT_JOINED', NOOR_NESTED);
const noorLeft = (scene: Scene) => {
  noorJoined(scene);
  scene.says('LIVE_AGENT_LEFT', { agent_id: NOOR.id });
};
const joinedAs = (name?: string, sequence = 4) =>
  notice({ notice: 'live_agent_joined', name }, { id: `event-${sequence}`, at: stampOf(sequence) });
const LEFT = notice({ notice: 'live_agent_left', name: 'Noor' }, { id: 'event-5', at: stampOf(5) });

const PEOPLE: readonly Row[] = [
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
    ([payload, name]): Row => ({
      fact: JSON.stringify(payload),
      name: 'LIVE_AGENT_JOINED',
      payload,
      seen: { handoff: 'live', transcript: [joinedAs(name)] },
    }),
  ),
  ...[
    {},
    { state: 'TYPING_STATE_STARTED' },
    { state: 'TYPING_STATE_STARTED', agent_id: NOOR.id },
    { state: 'TYPING_STATE_STARTED', agent_name: 'Noor' },
  ].map(
    (payload): Row => ({
      fact: `${JSON.stringify(payload)}: started`,
      name: 'LIVE_AGENT_TYPING',
      payload,
      transient: true,
      given: noorJoined,
      seen: {
        handoff: 'live',
        transcript: [joinedAs('Noor')],
        typing: { author: 'live-agent', name: 'Noor' },
      },
    }),
  ),
  ...[{}, { agent_id: NOOR.id }, { agent_name: 'Noor' }].map(
    (who): Row => ({
      fact: `${JSON.stringify({ state: 'TYPING_STATE_STOPPED', ...who })} clears it`,
      name: 'LIVE_AGENT_TYPING',
      payload: { state: 'TYPING_STATE_STOPPED', ...who },
      transient: true,
      given(scene) {
        noorJoined(scene);
        // Transient as well, and of the same id: such events always pass (spec messaging §4).
        scene.socket.event(scene.event('LIVE_AGENT_TYPING', { agent_id: NOOR.id }, null));
      },
      seen: { handoff: 'live', transcript: [joinedAs('Noor')] },
    }),
  ),
  ...[{ agent_id: NOOR.id }, { agent_id: NOOR.id, agent_name: 'Noor', reason: 'done' }, {}].map(
    (payload): Row => ({
      fact: `${JSON.stringify(payload)} is a note and no end`,
      name: 'LIVE_AGENT_LEFT',
      payload,
      given: noorJoined,
      seen: { transcript: [joinedAs('Noor'), LEFT] },
    }),
  ),
  {
    fact: 'another human takes over from one that left',
    name: 'LIVE_AGENT_JOINED',
    payload: { agent: { id: 'la-8', name: 'Sam' } },
    given: noorLeft,
    seen: { handoff: 'live', transcript: [joinedAs('Noor'), LEFT, joinedAs('Sam', 6)] },
  },
  {
    fact: 'the bot takes over from a human that left',
    name: 'AGENT_MESSAGE',
    payload: WORDS,
    given: noorLeft,
    seen: {
      transcript: [joinedAs('Noor'), LEFT, bubble({ text: 'Hello', at: stampOf(6) })],
      news: [['message', bubble({ text: 'Hello', at: stampOf(6) })]],
    },
  },
];

export const HANDOFFS: readonly Row[] = [...QUEUE, ...ELSEWHERE, ...FAILED, ...PEOPLE];
