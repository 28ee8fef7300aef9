import type { Scenario, Step } from './engine/scenario.ts';

/** Scenarios for the tests of the runner. */

const event = (type: string, sequence: number | null, payload: object) => ({
  id: `ev-${sequence ?? type}`,
  sequence,
  timestamp: '2026-11-02T09:00:00Z',
  type: `EVENT_TYPE_${type}`,
  payload,
});

const batch = (...events: object[]): Step => ({
  frame: { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } },
});
const frame = (type: string, sequence: number | null, payload: object): Step => ({
  frame: event(type, sequence, payload),
});

const CAPABILITIES = {
  streaming: true,
  max_message_size_bytes: 131_072,
  max_reconnect_attempts: 5,
  heartbeat_interval_seconds: 30,
};
const START = event('SESSION_START', 1, { capabilities: CAPABILITIES });

/** Steps until the agent has joined, followed by the mark `ready`. */
export const JOINED: readonly Step[] = [
  {
    relay: 'create',
    answer: { status: 200, json: { session_id: '$S1', access_token: '$T1', ws_url: '$WS', expires_in: 900 } },
  },
  { ws: 'accept' },
  batch(START),
  { await: { type: 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN' }, as: 'j' },
  { echo: { of: 'j', sequence: 2 } },
  frame('POLY_AGENT_JOINED', 3, { agent_name: 'Iris' }),
  { mark: 'ready' },
];
export const message = (sequence: number, text: string, more: object = {}): Step =>
  frame('POLY_AGENT_MESSAGE', sequence, { message_id: `m-${sequence}`, text, ...more });

export const OPEN = { after: 'start', do: 'open_widget' };

export const scenario = (
  given: readonly Step[],
  when: Scenario['when'],
  then: Scenario['then'],
): Scenario => ({ id: 'SAMPLE', title: 'A sample', given, when, then });

/** Conversation with messages of both sides, cards, a drop, an offline period and a live agent. */
export const richScenario = (then: Scenario['then']): Scenario =>
  scenario(
    [
      ...JOINED,
      frame('POLY_AGENT_THINKING', null, {}),
      message(4, 'Hello', {
        attachments: [
          {
            title: 'Form',
            content_url: 'https://shop.example.test/form',
            content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
          },
        ],
        response_suggestions: [{ message_text: 'Yes' }],
      }),
      { mark: 'asked' },
      { await: { type: 'EVENT_TYPE_USER_MESSAGE' }, as: 'm' },
      { echo: { of: 'm', sequence: 5, delay_ms: 500 } },
      { mark: 'told' },
      { raw: 'no JSON' },
      { drop: 'tcp' },
      { ws: 'accept' },
      batch(),
      { wait: 61_000 },
      { net: 'offline' },
      { wait: 2_000 },
      { net: 'online' },
      { ws: 'accept' },
      batch(),
      frame('HANDOFF_QUEUE_STATUS', 6, { position_in_queue: 2 }),
      frame('LIVE_AGENT_JOINED', 7, { agent: { id: 'l', name: 'Noor' } }),
      frame('LIVE_AGENT_TYPING', null, { state: 'TYPING_STATE_STARTED', agent_id: 'l', agent_name: 'Noor' }),
      { wait: 300 },
    ],
    [OPEN, { after: 'asked', do: 'send', text: 'Yes, please' }],
    then,
  );
