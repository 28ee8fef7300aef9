import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { ADMIN_ENV, as, bearer } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';

const open = useBench();
const SECRET = 'CNRY-webhook-5a4b3c2d1e0f';
const env = { ...ADMIN_ENV, FOYER_WEBHOOK_SECRETS: `alerts:CNRY-webhook-older-one,alerts:${SECRET}` };
const PATH = '/admin/v1/webhooks/alerts';

const alert = (id = 'evt-1') =>
  JSON.stringify({
    id,
    type: 'alerts.triggered',
    created_at: '2026-11-02T09:00:00Z',
    data: { name: 'slow' },
  });

interface Spelling {
  readonly at?: number;
  readonly secret?: string;
  readonly prefix?: string;
  readonly id?: string;
}

function signed(
  bench: Bench,
  body: string,
  { at = 0, secret = SECRET, prefix = 'X-Service', id }: Spelling = {},
) {
  const timestamp = String(Math.floor(bench.clock.now() / 1_000) + at);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers: Record<string, string> = {
    [`${prefix}-Timestamp`]: timestamp,
    [`${prefix}-Signature`]: signature,
    ...(id !== undefined && { [`${prefix}-Event-ID`]: id }),
  };
  return { method: 'POST', origin: null, body, headers };
}

/** Reads the event stream as text, chunk by chunk. */
async function listen(bench: Bench, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${bench.url}/admin/v1/events`, {
    headers: { ...bearer('read'), ...headers },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    async until(part: string): Promise<string> {
      while (!text.includes(part)) {
        const next = await reader?.read();
        if (!next || next.done) throw new Error(`the stream ended at ${JSON.stringify(text)}`);
        text += next.value;
      }
      return text;
    },
    isOver: async () => {
      for (;;) if ((await reader?.read())?.done) return true;
    },
    leave: () => leaving.abort(),
  };
}

describe('webhooks of the platform', () => {
  it('S-119: masks numbers in webhooks for listeners without the scope pii', async () => {
    const bench = await open({ env });
    const [own, other] = [await listen(bench), await listen(bench, bearer('all'))];
    const body = '{"id":"evt-1","type":"call.ended","customer_phones":["+49 30 1234567"]}';
    await bench.call(PATH, signed(bench, body));
    const from = await Promise.all(
      [own, other].map(async (stream) => /phones":\["([^"]*)"/.exec(await stream.until('phones'))?.[1]),
    );
    expect(from).toEqual(['+** ** *****67', '+49 30 1234567']);
  });

  // M-1.5, R-9.2
  it('sends webhooks to listeners, in both dialects and with either secret of a name', async () => {
    const bench = await open({ env });
    const events = await listen(bench);
    const answers = [
      await bench.call(PATH, signed(bench, alert('evt-1'), { id: 'evt-1' })),
      await bench.call(PATH, signed(bench, alert('evt-2'), { prefix: 'X-PolyAI' })),
      await bench.call(PATH, signed(bench, alert('evt-3'), { secret: 'CNRY-webhook-older-one' })),
    ];
    const text = await events.until('evt-3","type');
    events.leave();
    expect(answers.map((answer) => [answer.status, answer.json])).toEqual(
      Array(3).fill([200, { received: true }]),
    );
    expect(text).toBe(
      [
        'retry: 3000\n\n',
        ...['evt-1', 'evt-2', 'evt-3'].map(
          (id) => `id: ${id}\nevent: alerts.triggered\ndata: ${alert(id)}\n\n`,
        ),
      ].join(''),
    );
    expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });

  //
  it('S-63: webhooks have one effect, even when repeated with another unsigned id', async () => {
    const bench = await open({ env });
    const unnamed = JSON.stringify({ type: 'alerts.resolved' });
    const copies = [
      signed(bench, alert('evt-1')),
      signed(bench, alert('evt-1')),
      signed(bench, alert('evt-1'), { at: 60 }),
      signed(bench, unnamed, { id: 'a' }),
      signed(bench, unnamed, { id: 'b' }),
      signed(bench, alert('evt-9')),
    ];
    const answers: unknown[] = [];
    for (const copy of copies) answers.push((await bench.call(PATH, copy)).json);
    const events = await listen(bench, { 'Last-Event-ID': 'none' });
    const text = await events.until('evt-9","type');
    events.leave();
    expect(answers).toEqual(Array(6).fill({ received: true }));
    expect(text.match(/^id: .*$/gm)).toEqual(['id: evt-1', 'id: a', 'id: evt-9']);
  });

  //
  it('S-63: refuses webhooks without a reason when any part of them is wrong', async () => {
    const bench = await open({ env });
    const good = signed(bench, alert());
    const other = (headers: Record<string, string>) => ({
      ...good,
      headers: { ...good.headers, ...headers },
    });
    const signature = good.headers['X-Service-Signature'] ?? '';
    const forged = [
      { ...good, headers: {} },
      { ...good, body: `${alert()} ` },
      { ...good, body: alert('evt-2') },
      { ...good, body: '' },
      signed(bench, alert(), { at: -301 }),
      signed(bench, alert(), { at: 301 }),
      signed(bench, alert(), { secret: `${SECRET}x` }),
      other({ 'X-Service-Timestamp': '' }),
      other({ 'X-Service-Timestamp': `+${good.headers['X-Service-Timestamp']}` }),
      other({ 'X-Service-Timestamp': `${good.headers['X-Service-Timestamp']}.0` }),
      ...[
        signature.slice(0, -1),
        `${signature}0`,
        '',
        'ä',
        `sha256=${signature}`,
        signature.slice(0, 32),
      ].map((header) => other({ 'X-Service-Signature': encodeURI(header) })),
      ...Array.from({ length: 24 }, (_, at) => {
        const digit = signature[at] === '0' ? '1' : '0';
        return other({ 'X-Service-Signature': signature.slice(0, at) + digit + signature.slice(at + 1) });
      }),
    ];
    const answers = [];
    for (const it of forged) answers.push(await bench.call(PATH, it));
    answers.push(await bench.call('/admin/v1/webhooks/other', good));
    const bodies = answers.map(({ status, json }) => ({ status, ...(json as object), request_id: '' }));
    expect(bodies).toHaveLength(41);
    expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(
      new Set([
        JSON.stringify({
          status: 401,
          type: 'urn:foyer:problem:unauthorized',
          title: 'The webhook is not accepted',
          code: 'unauthorized',
          errors: [],
          request_id: '',
        }),
      ]),
    );
    expect((await bench.call(PATH, good)).status).toBe(200);
  });

  it('refuses webhooks as malformed when the signed body is no JSON object', async () => {
    const bench = await open({ env });
    for (const body of ['', 'no json', '[]', 'null', '7', '"type"', '{"type":']) {
      const answer = await bench.call(PATH, signed(bench, body));
      expect([answer.status, (answer.json as { code: string }).code]).toEqual([400, 'invalid_request']);
    }
  });

  //
  it.each([
    [{ type: 'a', event_type: 'b', event: 'c' }, 'a'],
    [{ type: 7, event_type: 'b', event: 'c' }, 'b'],
    [{ type: '', event_type: null, event: 'c' }, 'c'],
    [{ event: { name: 'x' } }, 'unknown'],
    [{}, 'unknown'],
    [{ type: 'x'.repeat(300) }, 'x'.repeat(200)],
    [{ type: 'two\nlines' }, 'twolines'],
  ])('names webhooks by the first text: %j', async (body, type) => {
    const bench = await open({ env });
    const answer = await bench.call(PATH, signed(bench, JSON.stringify(body)));
    const events = await listen(bench, { 'Last-Event-ID': 'none' });
    const text = await events.until('data: ');
    events.leave();
    expect([answer.status, /^event: (.*)$/m.exec(text)?.[1]]).toEqual([200, type]);
  });

  //
  it('distinguishes webhooks by id, type and content together, never by an id alone', async () => {
    const bench = await open({ env });
    const bodies = [
      { id: 'one', type: 'alerts.triggered', n: 1 },
      { id: 'one', type: 'alerts.triggered', n: 2 },
      { id: 'one', type: 'alerts.resolved', n: 1 },
      { type: 'alerts.resolved', n: 1 },
    ].map((item) => JSON.stringify(item));
    const post = async (body: string, at: number, id?: string) => {
      const { headers, ...rest } = signed(bench, body, { at });
      const named = { ...headers, ...(id !== undefined && { 'webhook-id': id }) };
      expect((await bench.call(PATH, { ...rest, headers: named })).status).toBe(200);
    };
    for (const at of [0, 60]) for (const body of bodies) await post(body, at, 'same');
    await post(JSON.stringify({ type: 'alerts.resolved', n: 1 }), 120, 'other');
    await post(JSON.stringify({ type: 'last' }), 0);
    const events = await listen(bench, { 'Last-Event-ID': 'none' });
    const text = await events.until('event: last');
    events.leave();
    expect(text.match(/^id: .*$/gm)?.slice(0, -1)).toEqual([
      'id: one',
      'id: one',
      'id: one',
      'id: same',
      'id: other',
    ]);
  });

  //
  it.each([
    ['a depth of 65', `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`, 'must have at most 64 levels'],
    ['a depth of 40,000', `${'{"a":'.repeat(39_999)}{}${'}'.repeat(39_999)}`, 'must have at most 64 levels'],
    [
      'a list in a list 100,000 deep',
      `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      'must have at most 64 levels',
    ],
    [
      'ten thousand members and a list for them',
      JSON.stringify({ a: Array.from({ length: 10_000 }, () => 0) }),
      'must have at most 10000 members',
    ],
  ])('refuses webhooks with %s', async (_, body, message) => {
    const bench = await open({ env });
    const answer = await bench.call(PATH, signed(bench, body));
    expect([answer.status, (answer.json as { errors: unknown }).errors]).toEqual([
      400,
      [{ field: '', message }],
    ]);
  });

  it('accepts webhooks with any object within the limits', async () => {
    const bench = await open({ env });
    const bodies = [
      `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`,
      JSON.stringify({ a: Array.from({ length: 9_999 }, () => 0) }),
      '{"__proto__":{"polluted":1},"constructor":1,"toString":null}',
      '{"type":"\\ud800","id":"\\u0000"}',
    ];
    for (const body of bodies) expect((await bench.call(PATH, signed(bench, body))).status).toBe(200);
    expect('polluted' in {}).toBe(false);
  });

  //
  it('webhooks never cause a 5xx, whatever JSON is signed', async () => {
    const bench = await open({ env });
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const isAccepted = /^\s*\{/.test(body);
        expect((await bench.call(PATH, signed(bench, body))).status).toBe(isAccepted ? 200 : 400);
      }),
      { numRuns: 100 },
    );
  });

  it('accepts a webhook again when it could not be published', async () => {
    const memory = createMemoryStore(createFakeClock());
    let isAway = true;
    const publish: typeof memory.publish = (...news) =>
      isAway ? Promise.reject(new Error('away')) : memory.publish(...news);
    const bench = await open({ env, ports: { store: { ...memory, publish } } });
    const first = await bench.call(PATH, signed(bench, alert()));
    isAway = false;
    const second = await bench.call(PATH, signed(bench, alert()));
    const events = await listen(bench, { 'Last-Event-ID': 'none' });
    await events.until('evt-1","type');
    events.leave();
    expect([first.status, second.status]).toEqual([500, 200]);
  });

  it('accepts webhooks of up to 256 KB', async () => {
    const bench = await open({ env });
    const answer = await bench.call(PATH, signed(bench, JSON.stringify({ type: 'x'.repeat(256 * 1024) })));
    expect(answer.status).toBe(413);
  });

  it('limits forged webhooks to 600 a minute for one address', async () => {
    const bench = await open({ env });
    const post = () => bench.call(PATH, { method: 'POST', origin: null, body: '' });
    for (let nth = 0; nth < 600; nth++) await post();
    const answer = await post();
    const genuine = await bench.call(PATH, signed(bench, alert()));
    const withKey = await bench.call(
      '/admin/v1/behavior/lint',
      as('all', { method: 'POST', body: { behavior: '' } }),
    );
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect([genuine.status, withKey.status]).toEqual([200, 200]);
  });

  it('refuses a webhook when any byte differs from the signed body', async () => {
    const bench = await open({ env });
    const good = signed(bench, alert());
    await fc.assert(
      fc.asyncProperty(fc.nat(alert().length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const body = alert().slice(0, at) + String.fromCharCode(code) + alert().slice(at + 1);
        fc.pre(body !== alert());
        expect((await bench.call(PATH, { ...good, body })).status).toBe(401);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the event stream', () => {
  it('the event stream sends missed events to a listener that reconnects', async () => {
    const bench = await open({ env });
    for (const id of ['evt-1', 'evt-2', 'evt-3']) await bench.call(PATH, signed(bench, alert(id)));
    const events = await listen(bench, { 'Last-Event-ID': 'evt-2' });
    const text = await events.until('evt-3","type');
    events.leave();
    expect(text.match(/^id: .*$/gm)).toEqual(['id: evt-3']);
  });

  it('the event stream sends a heartbeat every fifteen seconds', async () => {
    const bench = await open({ env });
    const events = await listen(bench);
    await events.until('retry');
    bench.clock.advance(15_000);
    expect(await events.until(':\n\n')).toBe('retry: 3000\n\n:\n\n');
    events.leave();
  });

  it('the event stream ends when the relay closes', async () => {
    const bench = await open({ env });
    const events = await listen(bench);
    await events.until('retry');
    const closed = bench.relay.close();
    expect(await events.isOver()).toBe(true);
    // The client keeps its connection open.
    bench.clock.advance(5_000);
    await closed;
  });
});
