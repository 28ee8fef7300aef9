import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { noteSecrets } from '../../support/secrets.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { type Bench, until, useBench } from '../support/bench.ts';

const open = useBench();
const SECRET = 'CNRY-webhook-5a4b3c2d1e0f';
const SIGNING = `whsec_${Buffer.from('CNRY-signing-of-alert-notifications').toString('base64')}`;
const PATH = '/CNRY-path-of-a-receiver';
noteSecrets(SECRET, SIGNING, PATH);

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A receiver on loopback, which answers with these statuses, and then with 200. */
async function openReceiver(statuses: readonly number[] = []) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    response.writeHead(statuses[received.length] ?? 200).end();
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, text });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  closings.push(close);
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`, close };
}

const relayWith = (receivers: string, more: Record<string, string> = {}) =>
  open({
    env: {
      ...ADMIN_ENV,
      FOYER_WEBHOOK_SECRETS: `alerts:${SECRET}`,
      FOYER_ALERT_NOTIFY_URL: receivers,
      FOYER_PUBLIC_URL: 'https://chat.example.com',
      ...more,
    },
  });

const ALERT = {
  alert_rule_id: 'ar_1',
  name: 'Slow turns',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1_500,
  window_duration: '5m',
  since: '2026-11-02T08:58:00Z',
  current_value: 2_140,
};

/** Sends a webhook of the platform. */
async function report({ call, clock }: Bench, event: object) {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(clock.now() / 1_000));
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
  const answer = await call('/admin/v1/webhooks/alerts', {
    method: 'POST',
    origin: null,
    body,
    headers: { Host: 'chat.example.com', ...headers },
  });
  expect(answer.status).toBe(200);
}
const triggered = (data: object = ALERT, id = 'evt-1') => ({ id, type: 'alerts.triggered', data });
const PAGE = 'https://chat.example.com/console/alerts?rule=ar_1&since=2026-11-02T08%3A58%3A00Z';

describe('receivers of alerts', () => {
  it('receivers get one message for an alert and one for its end, each in its own format', async () => {
    const [slack, teams, discord] = [await openReceiver(), await openReceiver(), await openReceiver()];
    const all = [slack, teams, discord];
    const bench = await relayWith(`slack:${slack.url},teams:${teams.url},discord:${discord.url}`);
    await report(bench, triggered());
    await report(bench, triggered());
    await report(bench, { id: 'evt-2', type: 'alerts.resolved', data: { ...ALERT, current_value: 900 } });
    await until(() => all.every(({ received }) => received.length === 2));
    const first = all.map(({ received }) => JSON.parse(received[0]?.text ?? ''));
    const facts = 'turn latency p95 > 1.5\u202fs within 5m, 2.1\u202fs at last. Since 2026-11-02 08:58 UTC.';
    expect(first[0]).toEqual({
      text: `*Slow turns is firing.*\n${facts.replace('>', '&gt;')}\n<${PAGE}|Open in the console>`,
      unfurl_links: false,
    });
    expect(first[1].attachments[0].content).toMatchObject({
      body: [
        { inlines: [{ text: 'Slow turns is firing.', weight: 'Bolder' }] },
        { inlines: [{ text: facts }] },
      ],
      actions: [{ url: PAGE }],
    });
    expect(first[2]).toEqual({
      content: `**Slow turns is firing.**\n${facts.replace('>', '\\>').replaceAll('-', '\\-').replace(':', '\\:')}\n<${PAGE}>`,
      allowed_mentions: { parse: [] },
    });
    expect(slack.received[1]?.text).toContain('Slow turns is over.');
  });

  it('receivers of the kind json can verify messages with the library of Standard Webhooks', async () => {
    const receiver = await openReceiver();
    const bench = await relayWith(`json:${receiver.url}#${SIGNING}`);
    await report(bench, triggered());
    await until(() => receiver.received.length === 1);
    const [{ headers, path, text }] = receiver.received as [Received];
    // The library compares with the clock of this machine, the relay has one of its own.
    const now = String(Math.floor(Date.now() / 1_000));
    const webhook = new Webhook(SIGNING);
    expect(webhook.sign('evt-1', new Date(Number(headers['webhook-timestamp']) * 1_000), text)).toBe(
      headers['webhook-signature'],
    );
    const fresh = { ...headers, 'webhook-timestamp': now };
    expect(() => webhook.verify(text, fresh)).toThrow('No matching signature found');
    expect([path, JSON.parse(text)]).toEqual([
      PATH,
      {
        id: 'evt-1',
        type: 'alerts.triggered',
        at: bench.clock.now(),
        site: '',
        rule: { id: 'ar_1', name: 'Slow turns' },
        metric: 'turn_latency_p95',
        operator: '>',
        threshold: 1_500,
        window: '5m',
        since: '2026-11-02T08:58:00Z',
        value: 2_140,
        url: PAGE,
      },
    ]);
  });

  it('a message leads nowhere if the console is at an address that is not configured', async () => {
    const receiver = await openReceiver();
    const bench = await relayWith(`json:${receiver.url}#${SIGNING}`, {
      FOYER_ADMIN_LISTEN: '127.0.0.1:9090',
    });
    await report(bench, triggered());
    await until(() => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({ id: 'evt-1', url: null });
  });

  it('receivers get nothing that a caller has said, and no name that could be a command', async () => {
    const receiver = await openReceiver();
    const bench = await relayWith(
      `slack:${receiver.url},discord:${receiver.url},json:${receiver.url}#${SIGNING}`,
    );
    const name = '<!channel> @everyone *x* \u202e';
    await report(bench, triggered({ ...ALERT, name, transcript: 'CNRY-words', sample: ['CNRY-words'] }));
    await report(bench, { id: 'evt-3', type: 'alerts.triggered', data: 'CNRY-words', note: 'CNRY-words' });
    await until(() => receiver.received.length === 6);
    const texts = receiver.received.map(({ text }) => text).join('\n');
    expect(texts).not.toMatch(/CNRY-words|\u202e|<!channel>[^"]*Open in/);
    expect(texts).toContain('&lt;!channel&gt; @everyone');
    expect(texts).toContain('An alert rule is firing');
  });

  it('failing receivers are tried again, and the others are not held up', async () => {
    const [slow, quick] = [await openReceiver([503, 429, 500, 502]), await openReceiver()];
    const { clock, ...bench } = await relayWith(`slack:${slow.url},slack:${quick.url}`);
    await report({ clock, ...bench }, triggered());
    await until(() => quick.received.length === 1);
    for (const [nth, waitMs] of [5_000, 30_000, 120_000, 600_000].entries()) {
      await until(() => slow.received.length === nth + 1);
      await until(() => {
        clock.advance(waitMs);
        return slow.received.length === nth + 2;
      });
    }
    expect(new Set(slow.received.map(({ text }) => text)).size).toBe(1);
  });

  it('the log names receivers that refuse for good, without their address', async () => {
    const receiver = await openReceiver([410]);
    const bench = await relayWith(`discord:${receiver.url}`);
    await report(bench, triggered());
    const warned = () => bench.records().filter(({ msg }) => msg === 'unable to notify of an alert');
    await until(() => warned().length === 1);
    expect(warned()).toMatchObject([{ receiver: 'discord', reason: '410' }]);
    expect(JSON.stringify(bench.records())).not.toContain(PATH);
  });

  it('an operator who may change things tests each receiver once, and sees its kind and host', async () => {
    const [good, bad] = [await openReceiver(), await openReceiver([404])];
    const bench = await relayWith(`slack:${good.url},json:${bad.url}#${SIGNING}`);
    const call = (path: string, options = {}) =>
      bench.call(`/admin/v1/alert-receivers${path}`, {
        origin: null,
        ...options,
        headers: { Host: 'chat.example.com', ...as('all').headers },
      });
    const host = (url: string) => new URL(url).host;
    const list = await call('');
    expect(list.json).toEqual({
      receivers: [
        { kind: 'slack', host: host(good.url) },
        { kind: 'json', host: host(bad.url) },
      ],
    });
    const test = await call('/test', { method: 'POST' });
    expect(test.json).toEqual({
      receivers: [
        { kind: 'slack', host: host(good.url), failure: null },
        { kind: 'json', host: host(bad.url), failure: '404' },
      ],
    });
    expect(good.received[0]?.text).toContain('This message is a test. Nothing fires.');
    expect([good.received.length, bad.received.length, list.text + test.text]).toEqual([
      1,
      1,
      expect.not.stringContaining(PATH),
    ]);
  });

  it('S-62: receivers on a host that is not public now get nothing', async () => {
    const bench = await open({
      env: { ...ADMIN_ENV, FOYER_ALERT_NOTIFY_URL: 'slack:https://hooks.example.com/x' },
      ports: { lookup: async () => ['10.0.0.7'] },
    });
    const test = await bench.call('/admin/v1/alert-receivers/test', { method: 'POST', ...as('write') });
    expect(test.json).toEqual({
      receivers: [{ kind: 'slack', host: 'hooks.example.com', failure: 'its host is not public' }],
    });
  });
});
