import { describe, expect, it } from 'vitest';
import { agentMessage, createChatHarness, systemMessage, wireEvent } from '../support/chat-harness.ts';

const triggered = wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', 4);
const left = wireEvent('SERVICE_AGENT_LEFT', 5);
const accepted = wireEvent('HANDOFF_ACCEPTED', 6, { queue_name: 'Support' });

describe('handoff', () => {
  it('M-13.6: a handoff reaches the same state in any order of triggered, left and accepted', async () => {
    const events = [triggered, left, accepted];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const harness = createChatHarness();
      const socket = await harness.connectAndJoin();
      for (const [i, which] of order.entries())
        socket.receiveEvent({ ...events[which], id: `e${i}`, sequence: 4 + i });
      expect({ order, handoff: harness.chat.handoff.value, lines: harness.lines() }).toEqual({
        order,
        handoff: 'queued',
        lines: ['(handoff_started)', '(queue_status)'],
      });
    }
  });

  it('M-13.4: says nothing twice when the agent leaves because the embedding page takes over', async () => {
    const required = wireEvent('CLIENT_HANDOFF_REQUIRED', 4, { queue_name: 'Support' });
    for (const [first, second] of [
      [required, left],
      [left, required],
    ]) {
      const harness = createChatHarness();
      const socket = await harness.connectAndJoin();
      socket.receiveEvent({ ...first, sequence: 4 });
      socket.receiveEvent({ ...second, sequence: 5 });
      expect({ handoff: harness.chat.handoff.value, lines: harness.lines() }).toEqual({
        handoff: 'client-required',
        lines: ['(client_handoff_required)'],
      });
    }
  });

  it.each([
    ['HANDOFF_FAILED', 'failed'],
    ['HANDOFF_TIMEOUT', 'timeout'],
  ])('M-13.5: a handoff shows %s once and stays usable', async (type, word) => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    for (const event of [
      triggered,
      wireEvent('HANDOFF_QUEUE_STATUS', 5, { position: 1 }),
      wireEvent(type, 6),
    ])
      socket.receiveEvent(event);
    socket.receiveEvent(systemMessage('Sorry, we could not connect you to an agent. Please try again.'));
    expect({
      handoff: harness.chat.handoff.value,
      lines: harness.lines(),
      status: harness.chat.connection.value,
    }).toEqual({
      handoff: word,
      lines: ['(handoff_started)', `(handoff_${word})`],
      status: 'online',
    });
  });

  it('names the person whom the visitor talks to, with the picture, until the person leaves', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const people: unknown[] = [];
    for (const [stem, payload] of [
      ['SERVICE_AGENT_TRIGGERED_HANDOFF', {}],
      ['LIVE_AGENT_JOINED', { agent_id: 'm', agent_name: 'Marta', avatar_url: 'https://i.example/m' }],
      ['LIVE_AGENT_LEFT', { agent_id: 'm', agent_name: 'Marta' }],
    ] as const) {
      socket.receiveEvent(wireEvent(stem, 4 + people.length, payload));
      people.push(harness.chat.liveAgent.value);
    }
    expect(people).toEqual([null, { id: 'm', name: 'Marta', avatarUrl: 'https://i.example/m' }, null]);
  });

  it('withdraws the suggestions of the agent until the person who has joined suggests something', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const offered: unknown[] = [];
    const events = [
      agentMessage(4, 'How can I help?', { response_suggestions: [{ message_text: 'Prices' }] }),
      wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', 5),
      agentMessage(6, 'While you wait', { response_suggestions: [{ message_text: 'Opening hours' }] }),
      wireEvent('HANDOFF_QUEUE_STATUS', 7, { position: 1 }),
      agentMessage(8, 'Still waiting', { response_suggestions: [{ message_text: 'Returns' }] }),
      wireEvent('LIVE_AGENT_JOINED', 9, { agent: { id: 'ada', name: 'Ada' } }),
      agentMessage(10, 'Goodbye', { response_suggestions: [{ message_text: 'Thanks' }] }),
      wireEvent('LIVE_AGENT_MESSAGE', 11, {
        message_id: 'l',
        text: 'Hello',
        response_suggestions: [{ message_text: 'Yes' }],
      }),
      wireEvent('LIVE_AGENT_LEFT', 12, { agent_id: 'ada' }),
      agentMessage(13, 'Back again', { response_suggestions: [{ message_text: 'Prices' }] }),
    ];
    for (const event of events) {
      socket.receiveEvent(event);
      offered.push(harness.chat.suggestions.value.map(({ messageText }) => messageText));
    }
    expect(offered).toEqual([['Prices'], [], [], [], [], [], [], ['Yes'], ['Yes'], ['Prices']]);
  });

  it('M-13.4: emits a client-managed handoff to the page once, not again on replay', async () => {
    const harness = createChatHarness();
    const routed: unknown[] = [];
    harness.chat.on('clientHandoffRequired', (event) => routed.push(event));
    const socket = await harness.connectAndJoin();
    const event = wireEvent('CLIENT_HANDOFF_REQUIRED', 4, { reason: 'POLICY', queue_name: 'Claims' });
    socket.receiveEvent(event);
    socket.drop();
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().receiveBatch(event);
    expect({ routed, handoff: harness.chat.handoff.value }).toEqual({
      routed: [{ reason: 'POLICY', queueName: 'Claims', route: undefined }],
      handoff: 'client-required',
    });
  });
});
