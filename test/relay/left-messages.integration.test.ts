import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import type { PostRequest, UpstreamAnswer } from '../../src/relay/upstream/post.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import { type Bench, useBench } from './support/bench.ts';

const URL = 'https://hooks.example/CNRY-messages-secret-path';
const SECRET = Buffer.from('CNRY-0123456789-webhook-secret-01').toString('base64');
const LEFT = { contact: 'mia@example.com', text: 'Please call me back.', reason: 'closed' };
const DAY_MS = 86_400_000;

const leave = ({ call }: Pick<Bench, 'call'>, body: unknown = LEFT, options: object = {}) =>
  call('/chat/messages', { method: 'POST', body, ...options });

interface Listed {
  readonly is_on: boolean;
  readonly messages: readonly Record<string, unknown>[];
  readonly cursor: string | null;
}
const list = async ({ call }: Pick<Bench, 'call'>, query = '', key: 'read' | 'all' = 'all') =>
  (await call(`/admin/v1/messages${query}`, as(key))).json as Listed;

describe('M-14.19: messages that visitors leave', () => {
  const openBench = useBench();
  const clock = createFakeClock();

  /** A relay that takes messages. `answers` are those of its webhook; then it accepts. */
  async function open({
    answers = [],
    url = `${URL}#whsec_${SECRET}`,
    widget = {},
    store = createMemoryStore(clock),
    posted = [],
  }: {
    readonly answers?: readonly (number | 'unreachable')[];
    readonly url?: string;
    readonly widget?: Partial<WidgetConfig>;
    readonly store?: ReturnType<typeof createMemoryStore>;
    readonly posted?: PostRequest[];
  } = {}) {
    const bench = await openBench({
      env: { ...ADMIN_ENV, ...(url && { FOYER_FEEDBACK_WEBHOOK_URL: url }) },
      config: {
        widget: { header: { text: 'Clinic' }, default_locale: 'en', messages: true, ...widget },
      },
      ports: {
        clock,
        store,
        async post(request: PostRequest): Promise<UpstreamAnswer> {
          const answer = answers[posted.length] ?? 200;
          posted.push(request);
          if (answer === 'unreachable') return { kind: answer };
          return { kind: 'answered', status: answer, retryAfter: null, body: new Uint8Array() };
        },
      },
    });
    return { ...bench, posted, store };
  }
  const settled = (bench: Pick<Bench, 'call'>, state: string) =>
    expect.poll(async () => (await list(bench)).messages[0]?.['state']).toBe(state);

  it('keeps a message, posts it signed to the webhook, and lists it for operators', async () => {
    const bench = await open();
    const answer = await leave(bench);
    expect([answer.status, answer.text, answer.headers.get('set-cookie')]).toEqual([201, '', null]);
    await settled(bench, 'delivered');
    const [request] = bench.posted;
    const at = new Date(clock.now()).toISOString();
    const { messages, ...rest } = await list(bench);
    const [{ id } = {}] = messages;
    expect(rest).toEqual({ is_on: true, cursor: null });
    expect(messages).toEqual([
      { ...LEFT, id, time: at, state: 'delivered', failure: null, next_attempt: null },
    ]);
    expect(request).toMatchObject({ url: URL, body: { ...LEFT, id, type: 'message.left', at } });
    const { 'webhook-id': signedId, 'webhook-timestamp': timestamp } = request?.headers ?? {};
    const signature = createHmac('sha256', Buffer.from(SECRET, 'base64'))
      .update(`${signedId}.${timestamp}.${JSON.stringify(request?.body)}`)
      .digest('base64');
    expect([signedId, request?.headers['webhook-signature']]).toEqual([id, `v1,${signature}`]);
  });

  it('hides contact and words without the scope pii, and removes a message with the scope write', async () => {
    const bench = await open();
    await leave(bench);
    const [{ id } = {}] = (await list(bench)).messages;
    expect((await list(bench, '', 'read')).messages).toMatchObject([{ id, contact: null, text: null }]);
    const remove = (key: 'read' | 'write') =>
      bench.call(`/admin/v1/messages/${id}`, as(key, { method: 'DELETE' }));
    const statuses = [(await remove('read')).status, (await remove('write')).status];
    statuses.push((await remove('write')).status);
    expect([statuses, (await list(bench)).messages]).toEqual([[403, 204, 404], []]);
  });

  it('tries a failed delivery again, with growing waits, and gives up after three days', async () => {
    const bench = await open({ answers: Array(100).fill('unreachable') });
    await leave(bench);
    await settled(bench, 'failed');
    const [first] = (await list(bench)).messages;
    expect(first).toMatchObject({ failure: 'unreachable' });
    expect(Date.parse(`${first?.['next_attempt']}`) - clock.now()).toBe(60_000);
    for (let minutes = 0; minutes < 8 * 24 * 60; minutes += 30) {
      clock.advance(30 * 60_000);
      await bench.call('/healthz');
    }
    const [last] = (await list(bench)).messages;
    expect(last).toMatchObject({ state: 'failed', next_attempt: null, text: LEFT.text });
    expect(bench.posted.length).toBeGreaterThan(8);
    expect(bench.posted.length).toBeLessThan(20);
  });

  it('another relay delivers what a relay has left behind, once', async () => {
    const store = createMemoryStore(clock);
    const down = await open({ answers: [503], store });
    await leave(down);
    await settled(down, 'failed');
    const posted: PostRequest[] = [];
    const others = [await open({ store, posted }), await open({ store, posted })];
    for (const other of others) await other.call('/healthz');
    clock.advance(61_000);
    await settled(others[0] ?? down, 'delivered');
    clock.advance(10 * 60_000);
    await others[1]?.call('/healthz');
    expect(down.posted.length + posted.length).toBe(2);
  });

  it('keeps messages for 30 days, and without a webhook, too', async () => {
    const bench = await open({ url: '' });
    await leave(bench);
    clock.advance(30 * DAY_MS - 1);
    expect((await list(bench)).messages).toMatchObject([{ state: 'new', text: LEFT.text }]);
    clock.advance(1);
    expect([(await list(bench)).messages, bench.posted]).toEqual([[], []]);
  });

  it('lists pages, also across removed messages', async () => {
    const bench = await open({ url: '' });
    for (let nth = 1; nth <= 5; nth++) await leave(bench, { ...LEFT, text: `${nth}` });
    const texts = ({ messages }: Listed) => messages.map(({ text }) => text);
    const newest = await list(bench, '?limit=2');
    const [, third] = (await list(bench, `?limit=2&cursor=${newest.cursor}`)).messages;
    await bench.call(`/admin/v1/messages/${third?.['id']}`, as('write', { method: 'DELETE' }));
    const rest = await list(bench, `?limit=2&cursor=${newest.cursor}`);
    expect([
      texts(newest),
      texts(rest),
      rest.cursor === null || texts(await list(bench, `?cursor=${rest.cursor}`)),
    ]).toEqual([['5', '4'], ['3', '1'], []]);
  });

  it('masks card numbers where the site masks', async () => {
    const bench = await open({ widget: { guard: 'mask' } });
    await leave(bench, { ...LEFT, text: 'Card 4111 1111 1111 1111' });
    expect((await list(bench)).messages).toMatchObject([{ text: 'Card ●●●● 1111' }]);
  });

  it('refuses where the site has not switched messages on, and pages of other origins', async () => {
    const off = await open({ widget: { messages: false } });
    const other = await leave(await open(), LEFT, { origin: 'https://evil.example' });
    const refused = await leave(off);
    expect([refused.status, other.status, (await list(off)).is_on]).toEqual([403, 403, false]);
  });

  it.each([
    ['no contact', { text: 'x' }],
    ['a contact that is neither', { contact: 'mia', text: 'x' }],
    ['a contact with a line break', { contact: 'mia@example.com\nBcc: eve@example.com', text: 'x' }],
    ['no words', { contact: 'mia@example.com', text: '  ' }],
    ['too many words', { contact: 'mia@example.com', text: 'x'.repeat(2_001) }],
    ['an unknown reason', { ...LEFT, reason: 'x' }],
  ])('refuses %s, and names the field', async (_, body) => {
    const bench = await open();
    const answer = await leave(bench, body);
    expect([answer.status, (await list(bench)).messages]).toEqual([400, []]);
    expect((answer.json as { errors: unknown[] }).errors).toHaveLength(1);
  });

  it('S-145: limits messages by address and site, and bytes before they are read', async () => {
    const bench = await open();
    const large = await leave(bench, { ...LEFT, text: 'x'.repeat(20_000) });
    const statuses = [];
    for (let nth = 0; nth < 5; nth++) statuses.push((await leave(bench)).status);
    expect([large.status, statuses]).toEqual([413, [201, 201, 201, 201, 429]]);
  });

  it('S-145: logs neither contact nor words, and counts messages and deliveries', async () => {
    const bench = await open({ answers: [500] });
    await leave(bench);
    await settled(bench, 'failed');
    expect(JSON.stringify(bench.records())).not.toMatch(/mia@|call me/);
    const { text } = await bench.call('/metrics', as('read'));
    expect(text.match(/^foyer_left_messages_total.*$/gm)).toEqual([
      'foyer_left_messages_total{event="left"} 1',
      'foyer_left_messages_total{event="delivered"} 0',
      'foyer_left_messages_total{event="failed"} 1',
    ]);
  });
});
