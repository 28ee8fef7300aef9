import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from './fixtures.ts';
import { test } from './site-relay.ts';

const CLINIC = {
  hours: { time_zone: 'Europe/Berlin', week: { mon: ['09:00-17:00'] }, outside: 'message' },
} as const;
const SECRET = Buffer.from('a secret of at least 24 bytes').toString('base64');

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A receiver of webhooks. It answers with these statuses, then with 204. */
async function openReceiver(statuses: readonly number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.writeHead(statuses[received.length] ?? 204).end();
    received.push({ headers: request.headers, body });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook#whsec_${SECRET}`, received, close: () => server.close() };
}

const receiver = await openReceiver([503]);
test.use({ relayEnv: { FOYER_FEEDBACK_WEBHOOK_URL: receiver.url } });
test.afterAll(() => void receiver.close());

test('a closed clinic: a visitor leaves a message, operators see it, and the webhook gets it signed', {
  tag: '@own-demo',
}, async ({ site, page, adminKey }) => {
  const { chat } = site;
  site.setTime('2026-11-27T18:00:00Z');
  await site.brand({ availability: CLINIC });
  await site.visit();
  await chat.launcher().click();
  await page.getByRole('button', { name: chat.texts.leaveMessage }).click();
  const contact = page.getByRole('textbox', { name: chat.texts.contact });
  await expect(contact).toBeFocused();
  await contact.fill('mia@example.com');
  const form = page.getByRole('form', { name: chat.texts.leaveMessage });
  await form.getByRole('textbox', { name: chat.texts.message }).fill('May I come on Monday?');

  await page.route('**/chat/messages', (route) => route.abort(), { times: 1 });
  await form.getByRole('button', { name: chat.texts.send }).click();
  await expect(form.getByText(chat.texts.notSent)).toBeVisible();
  await form.getByRole('button', { name: chat.texts.send }).click();
  await expect(page.getByText(chat.texts.messageLeft)).toBeFocused();
  await expect.poll(() => receiver.received.length).toBe(1);

  const list = async () => {
    const headers = { Authorization: `Bearer ${adminKey}` };
    const answer = await page.request.get(`${site.relayUrl}/admin/v1/messages`, { headers });
    return (await answer.json()).messages;
  };
  const message = { contact: 'mia@example.com', text: 'May I come on Monday?', reason: 'closed' };
  await expect.poll(list).toMatchObject([{ ...message, state: 'failed', failure: '503' }]);
  site.setTime('2026-11-27T18:02:00Z');
  // A changed site looks for messages at once, as a relay that starts.
  await site.brand({ availability: CLINIC, accent: '#204060' });
  await expect.poll(list).toMatchObject([{ ...message, state: 'delivered', next_attempt: null }]);

  const { headers, body } = receiver.received[1] as Received;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(JSON.parse(body)).toMatchObject({ ...message, type: 'message.left' });
  expect(await chat.storage()).toEqual({});
});
