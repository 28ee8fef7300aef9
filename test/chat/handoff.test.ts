import { describe, expect, it } from 'vitest';
import { createWorld, systemMessage, wire } from '../support/chat-world.ts';

const triggered = wire('SERVICE_AGENT_TRIGGERED_HANDOFF', 4);
const left = wire('SERVICE_AGENT_LEFT', 5);
const accepted = wire('HANDOFF_ACCEPTED', 6, { queue_name: 'Support' });

describe('handoff', () => {
  it('comes to the same state whatever the order of triggered, left and accepted', async () => {
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
      const world = createWorld();
      const socket = await world.ready();
      for (const [i, which] of order.entries())
        socket.event({ ...events[which], id: `e${i}`, sequence: 4 + i });
      expect({ order, handoff: world.chat.handoff.value, lines: world.lines() }).toEqual({
        order,
        handoff: 'queued',
        lines: ['(handoff_started)', '(queue_status)'],
      });
    }
  });

  it.each([
    ['HANDOFF_FAILED', 'failed'],
    ['HANDOFF_TIMEOUT', 'timeout'],
  ])('tells of %s once and stays usable', async (type, word) => {
    const world = createWorld();
    const socket = await world.ready();
    for (const event of [triggered, wire('HANDOFF_QUEUE_STATUS', 5, { position: 1 }), wire(type, 6)])
      socket.event(event);
    socket.event(systemMessage('Sorry, we could not connect you to an agent. Please try again.'));
    expect({
      handoff: world.chat.handoff.value,
      lines: world.lines(),
      status: world.chat.connection.value,
    }).toEqual({
      handoff: word,
      lines: ['(handoff_started)', `(handoff_${word})`],
      status: 'online',
    });
  });

  it('hands a client-managed handoff to the page once, not again on replay', async () => {
    const world = createWorld();
    const routed: unknown[] = [];
    world.chat.on('clientHandoffRequired', (it) => routed.push(it));
    const socket = await world.ready();
    const event = wire('CLIENT_HANDOFF_REQUIRED', 4, { reason: 'POLICY', queue_name: 'Claims' });
    socket.event(event);
    socket.drop();
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch(event);
    expect({ routed, handoff: world.chat.handoff.value }).toEqual({
      routed: [{ reason: 'POLICY', queueName: 'Claims', route: undefined }],
      handoff: 'client-required',
    });
  });
});
