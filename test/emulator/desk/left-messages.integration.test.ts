import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { KEY, startWithFaults } from '../faults/control-client.ts';
import { joinDesk } from './live-agent.ts';

const LEFT = {
  type: 'message.left',
  id: 'm-1',
  at: '2026-11-02T09:00:00.000Z',
  contact: 'mia@example.com',
  text: 'Please call me.',
};

/** Calls the desk as the webhook of a relay. */
function post({ messagingUrl }: Emulator, body: object, now: number, secret = KEY) {
  const [id, timestamp, text] = ['w-1', String(Math.floor(now / 1_000)), JSON.stringify(body)];
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64');
  return fetch(`${messagingUrl}/desk/messages`, {
    method: 'POST',
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  });
}

it('the desk shows messages that visitors have left, once each, the newest first', async () => {
  const { emulator, clock } = await startWithFaults({});
  const early = await joinDesk(emulator);
  const statuses = [];
  for (const id of ['m-1', 'm-2', 'm-1'])
    statuses.push((await post(emulator, { ...LEFT, id }, clock.now())).status);
  statuses.push((await post(emulator, { session_id: 's', rating: 'up' }, clock.now())).status);
  const messagesOf = ({ events }: typeof early) =>
    events.findLast(({ event }) => event === 'messages')?.detail as unknown as {
      messages: { id: string }[];
    };
  await early.until(() => messagesOf(early)?.messages.length === 2);
  const late = await joinDesk(emulator, 'Grace');
  await late.until(() => messagesOf(late) !== undefined);
  expect(statuses).toEqual([204, 204, 204, 204]);
  expect(messagesOf(late).messages).toMatchObject([
    { id: 'm-1', contact: 'mia@example.com', text: 'Please call me.' },
    { id: 'm-2' },
  ]);
});

it('the desk refuses a message that is not signed with its key, or too old', async () => {
  const { emulator, clock } = await startWithFaults({});
  const statuses = [
    (await post(emulator, LEFT, clock.now(), 'another key')).status,
    (await post(emulator, LEFT, clock.now() - 600_000)).status,
  ];
  expect(statuses).toEqual([401, 401]);
});
