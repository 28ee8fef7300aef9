import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { NOBODY } from '../../support/free-port.ts';
import { MINUTE, openFiringPlatform } from './firing-platform.ts';
import { isSigned, openReceiver } from './receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});
async function open(options: EmulatorOptions = {}) {
  const receiver = await openReceiver();
  closings.push(receiver.close);
  const platform = await openFiringPlatform(options);
  closings.push(platform.close);
  return { receiver, ...platform };
}
/** The last of six attempts is made after 5 hours and 21 minutes. */
const AFTER_ALL_ATTEMPTS = 6 * 60 * MINUTE;
const iso = (at: number) => new Date(at).toISOString();
const EVENT_ID = expect.stringMatching(/^evt_[A-Za-z0-9]{22}$/);

describe('a webhook (R-9.1)', () => {
  it.each(['service', 'poly'] as const)(
    'a webhook reports an alert with a signature in the dialect %s (R-9.2)',
    async (dialect) => {
      const { receiver, clock, endpoint, rule, trigger } = await open({ dialect });
      const { signing_secret: secret } = await endpoint(`${receiver.url}/hooks?shop=1`);
      const alert_rule_id = await rule();
      await trigger();
      const request = await receiver.nth(1);
      const prefix = dialect === 'service' ? 'x-service-' : 'x-polyai-';
      const event = JSON.parse(request.body);
      expect(event).toEqual({
        id: EVENT_ID,
        type: 'alerts.triggered',
        created_at: iso(clock.now()),
        data: {
          alert_rule_id,
          name: 'Busy',
          project_id: null,
          metric: 'call_volume',
          operator: '>',
          threshold_value: 0,
          window_duration: '5m',
          since: iso(clock.now()),
          last_evaluated_at: iso(clock.now()),
          current_value: 1,
        },
      });
      expect({ ...request, body: '' }).toEqual({
        method: 'POST',
        path: '/hooks?shop=1',
        headers: {
          'content-type': 'application/json',
          'content-length': String(request.body.length),
          'user-agent': 'Foyer-Webhooks',
          host: new URL(receiver.url).host,
          connection: 'close',
          [`${prefix}timestamp`]: String(Math.floor(clock.now() / 1000)),
          [`${prefix}signature`]: expect.stringMatching(/^[\da-f]{64}$/),
          [`${prefix}event-id`]: event.id,
        },
        body: '',
      });
      expect([
        await isSigned(request, secret, prefix),
        await isSigned(request, `${secret}x`, prefix),
        await isSigned({ ...request, body: `${request.body} ` }, secret, prefix),
      ]).toEqual([true, false, false]);
    },
  );

  it('a webhook reports the end of an alert with its start and its last value', async () => {
    const { receiver, clock, endpoint, rule, trigger } = await open();
    await endpoint(receiver.url, { event_types: ['alerts.resolved'] });
    await rule(1);
    await trigger();
    await trigger();
    const since = iso(clock.now());
    await trigger();
    // The first two conversations leave the window, and one is left: the rule is ok.
    clock.advance(3 * MINUTE);
    const { type, data } = JSON.parse((await receiver.nth(1)).body);
    expect([type, data.since, data.last_evaluated_at, data.current_value]).toEqual([
      'alerts.resolved',
      since,
      iso(clock.now()),
      1,
    ]);
  });

  it('a webhook goes to every enabled endpoint of the account that subscribes to its type', async () => {
    const keys = [{ family: 'base', key: 'other', accountId: 'other', projectIds: ['x'] }] as const;
    const { receiver, lines, endpoint, rule, trigger, logged } = await open({ keys });
    await endpoint(`${receiver.url}/both`, { event_types: ['alerts.resolved', 'alerts.triggered'] });
    await endpoint(`${receiver.url}/resolved`, { event_types: ['alerts.resolved'] });
    await endpoint(`${receiver.url}/disabled`, { enabled: false });
    await endpoint(`${receiver.url}/triggered`);
    await rule();
    await trigger();
    await logged(2);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/both', '/triggered']);
    expect(lines).toEqual(Array(2).fill('alerts.triggered evt: attempt 1, status 204'));
  });

  it('sends the endpoint’s own headers except those that the platform or the connection sets', async () => {
    const { receiver, endpoint, rule, trigger } = await open();
    const { signing_secret: secret } = await endpoint(receiver.url, {
      headers: {
        'X-Shop': 'Lumen & Oak',
        Authorization: 'Bearer mine',
        'x-service-signature': 'forged',
        'X-Service-Timestamp': '1',
        'X-SERVICE-EVENT-ID': 'evt_forged',
        'X-PolyAI-Signature': 'forged',
        'content-type': 'text/plain',
        'Content-Length': '1',
        'Content-Encoding': 'gzip',
        'Transfer-Encoding': 'chunked',
        Host: 'elsewhere.example',
        Connection: 'upgrade',
        Expect: '100-continue',
      },
    });
    await rule();
    await trigger();
    const request = await receiver.nth(1);
    expect(await isSigned(request, secret)).toBe(true);
    expect(request.headers).toEqual({
      'x-shop': 'Lumen & Oak',
      authorization: 'Bearer mine',
      'content-type': 'application/json',
      'content-length': String(request.body.length),
      'user-agent': 'Foyer-Webhooks',
      host: new URL(receiver.url).host,
      connection: 'close',
      'x-service-timestamp': expect.any(String),
      'x-service-signature': expect.any(String),
      'x-service-event-id': EVENT_ID,
    });
  });

  it('follows no redirect (R-9.5)', async () => {
    const { receiver, lines, endpoint, rule, trigger, logged } = await open();
    await endpoint(`${receiver.url}/old`);
    receiver.answer(307, { Location: `${receiver.url}/new` });
    await rule();
    await trigger();
    await logged(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old']);
    expect(lines).toEqual(['alerts.triggered evt: attempt 1, status 307, given up']);
  });
});

describe('deliveries (R-9.5, R-9.6)', () => {
  it('attempts a delivery six times: at once, after 1, 5 and 15 minutes, after 1 and 4 hours', async () => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged } = await open();
    const { signing_secret: secret } = await endpoint(receiver.url);
    receiver.answer(500);
    await rule();
    await trigger();
    const first = clock.now();
    for (const [at, minutes] of [1, 5, 15, 60, 240].entries()) {
      await logged(at + 1);
      clock.advance(minutes * MINUTE - 1);
      expect(receiver.received).toHaveLength(at + 1);
      clock.advance(1);
      await receiver.nth(at + 2);
    }
    await logged(6);
    clock.advance(AFTER_ALL_ATTEMPTS);
    expect(lines).toEqual([
      'alerts.triggered evt: attempt 1, status 500, again in 1 min',
      'alerts.triggered evt: attempt 2, status 500, again in 5 min',
      'alerts.triggered evt: attempt 3, status 500, again in 15 min',
      'alerts.triggered evt: attempt 4, status 500, again in 60 min',
      'alerts.triggered evt: attempt 5, status 500, again in 240 min',
      'alerts.triggered evt: attempt 6, status 500, given up',
    ]);
    // Each attempt is signed with its own time; the event and its id stay the same.
    const offsets = [0, 1, 6, 21, 81, 321].map((minutes) => String(first / 1000 + minutes * 60));
    expect(receiver.received.map(({ headers }) => headers['x-service-timestamp'])).toEqual(offsets);
    expect(await Promise.all(receiver.received.map((message) => isSigned(message, secret)))).toEqual(
      Array(6).fill(true),
    );
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const { id } = JSON.parse(receiver.received[0]?.body ?? '');
    expect(receiver.received.map(({ headers }) => headers['x-service-event-id'])).toEqual(Array(6).fill(id));
  });

  it.each([
    [408, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [599, true],
    [200, false],
    [202, false],
    [301, false],
    [304, false],
    [400, false],
    [401, false],
    [404, false],
    [410, false],
    [422, false],
  ])('retries a delivery that is answered with %i: %s', async (status, isRepeated) => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged } = await open();
    await endpoint(receiver.url);
    receiver.answer(status);
    await rule();
    await trigger();
    await logged(1);
    const outcome = isRepeated ? ', again in 1 min' : status < 300 ? '' : ', given up';
    expect(lines).toEqual([`alerts.triggered evt: attempt 1, status ${status}${outcome}`]);
    receiver.answer(204);
    clock.advance(MINUTE);
    if (isRepeated) await logged(2);
    else clock.advance(AFTER_ALL_ATTEMPTS);
    expect(receiver.received).toHaveLength(isRepeated ? 2 : 1);
    expect(lines.slice(1)).toEqual(isRepeated ? ['alerts.triggered evt: attempt 2, status 204'] : []);
  });

  it('retries a delivery when the connection breaks', async () => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged } = await open();
    await endpoint(receiver.url);
    receiver.answer((response) => response.destroy());
    await rule();
    await trigger();
    await logged(1);
    receiver.answer(204);
    clock.advance(MINUTE);
    await logged(2);
    expect(lines).toEqual([
      'alerts.triggered evt: attempt 1, ECONNRESET, again in 1 min',
      'alerts.triggered evt: attempt 2, status 204',
    ]);
  });

  it('retries a delivery when nothing listens at the address', async () => {
    const { receiver, lines, endpoint, rule, trigger, logged } = await open();
    await endpoint(`http://${NOBODY}`);
    await rule();
    await trigger();
    await logged(1);
    expect([lines, receiver.received]).toEqual([
      ['alerts.triggered evt: attempt 1, ECONNREFUSED, again in 1 min'],
      [],
    ]);
  });

  it.each([1000, 30_000])('retries a delivery without an answer in %i ms', async (timeout_ms) => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged } = await open();
    await endpoint(receiver.url, { timeout_ms });
    receiver.answer(() => {});
    await rule();
    await trigger();
    await receiver.nth(1);
    clock.advance(timeout_ms - 1);
    expect(lines).toEqual([]);
    clock.advance(1);
    await logged(1);
    receiver.answer(204);
    clock.advance(MINUTE);
    await logged(2);
    expect(lines).toEqual([
      `alerts.triggered evt: attempt 1, no answer in ${timeout_ms} ms, again in 1 min`,
      'alerts.triggered evt: attempt 2, status 204',
    ]);
  });

  it('completes a delivery with the status even if the body never ends', async () => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged } = await open();
    await endpoint(receiver.url);
    const closed = new Promise<void>((isClosed) =>
      receiver.answer((response) => {
        response.on('close', isClosed);
        response.writeHead(200).write('and so on');
      }),
    );
    await rule();
    await trigger();
    await logged(1);
    expect(lines).toEqual(['alerts.triggered evt: attempt 1, status 200']);
    clock.advance(5000);
    await closed;
  });

  it('sends one request at a time to an endpoint and does not block other endpoints', async () => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged } = await open();
    const other = await openReceiver();
    closings.push(other.close);
    await endpoint(receiver.url);
    await endpoint(other.url);
    receiver.answer(() => {});
    await rule();
    await rule();
    await trigger();
    await Promise.all([receiver.nth(1), logged(2)]);
    expect([receiver.received.length, other.received.length]).toEqual([1, 2]);
    receiver.answer(204);
    clock.advance(5000);
    await logged(4);
    expect([receiver.received.length, lines]).toEqual([
      2,
      [
        'alerts.triggered evt: attempt 1, status 204',
        'alerts.triggered evt: attempt 1, status 204',
        'alerts.triggered evt: attempt 1, no answer in 5000 ms, again in 1 min',
        'alerts.triggered evt: attempt 1, status 204',
      ],
    ]);
  });

  it('signs with the current secret: a rotation invalidates the old one at once (R-8.2, R-9.7)', async () => {
    const { receiver, clock, base, endpoint, rule, trigger, logged } = await open();
    const { id, signing_secret: old } = await endpoint(receiver.url);
    receiver.answer(503);
    await rule();
    await trigger();
    await logged(1);
    const { body } = await base('POST', `/v1/webhook-endpoints/${id}/rotate-secret`);
    const { signing_secret: present } = body as { signing_secret: string };
    clock.advance(MINUTE);
    const [before, after] = [await receiver.nth(1), await receiver.nth(2)];
    expect([
      [await isSigned(before, old), await isSigned(before, present)],
      [await isSigned(after, old), await isSigned(after, present)],
    ]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it.each([
    ['is deleted', 'DELETE', undefined],
    ['is disabled', 'PATCH', { enabled: false }],
    ['no longer subscribes to the type', 'PATCH', { event_types: ['alerts.resolved'] }],
  ])('stops a delivery for good when the endpoint %s', async (_, method, body) => {
    const { receiver, clock, base, endpoint, rule, trigger, logged } = await open();
    const { id } = await endpoint(receiver.url);
    receiver.answer(500);
    await rule();
    await trigger();
    await logged(1);
    await base(method, `/v1/webhook-endpoints/${id}`, body);
    clock.advance(MINUTE);
    await base('PATCH', `/v1/webhook-endpoints/${id}`, { enabled: true, event_types: ['alerts.triggered'] });
    clock.advance(AFTER_ALL_ATTEMPTS);
    await endpoint(receiver.url);
    receiver.answer(204);
    await trigger();
    const last = await receiver.nth(2);
    // The next request carries another event.
    expect(last.body).not.toBe(receiver.received[0]?.body);
  });

  it('stops when the endpoint is disabled, even if it is enabled again before the next attempt', async () => {
    const { receiver, clock, lines, base, endpoint, rule, trigger, logged } = await open();
    const { id } = await endpoint(receiver.url);
    receiver.answer(500);
    await rule();
    await trigger();
    await logged(1);
    for (const enabled of [false, true]) await base('PATCH', `/v1/webhook-endpoints/${id}`, { enabled });
    clock.advance(AFTER_ALL_ATTEMPTS);
    // Only the new event is delivered; nothing is left of the old one.
    receiver.answer(204);
    await trigger();
    await logged(2);
    expect(lines[1]).toBe('alerts.triggered evt: attempt 1, status 204');
    expect(receiver.received).toHaveLength(2);
  });

  it('delivers to the current URL of the endpoint', async () => {
    const { receiver, clock, base, endpoint, rule, trigger, logged } = await open();
    const { id } = await endpoint(`${receiver.url}/old`);
    receiver.answer(500);
    await rule();
    await trigger();
    await logged(1);
    await base('PATCH', `/v1/webhook-endpoints/${id}`, { url: `${receiver.url}/new` });
    clock.advance(MINUTE);
    expect((await receiver.nth(2)).path).toBe('/new');
  });
});

describe('a restart', () => {
  it('continues the schedule after a restart', async () => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged, restart } = await open({
      journal: join(folder, 'schedule.db'),
    });
    const { signing_secret: secret } = await endpoint(receiver.url);
    receiver.answer(500);
    await rule();
    await trigger();
    await logged(1);
    clock.advance(MINUTE);
    await logged(2);
    await restart();
    clock.advance(5 * MINUTE - 1);
    expect(receiver.received).toHaveLength(2);
    receiver.answer(204);
    clock.advance(1);
    const third = await receiver.nth(3);
    await logged(3);
    expect([third.body, await isSigned(third, secret), lines[2]]).toEqual([
      receiver.received[0]?.body,
      true,
      'alerts.triggered evt: attempt 3, status 204',
    ]);
  });

  it('sends the event of an interrupted or overdue attempt at once after a restart', async () => {
    const { receiver, clock, lines, endpoint, rule, trigger, logged, restart } = await open({
      journal: join(folder, 'attempt.db'),
    });
    await endpoint(receiver.url);
    receiver.answer(() => {});
    await rule();
    await trigger();
    await receiver.nth(1);
    clock.advance(1000);
    receiver.answer(204);
    await restart();
    const second = await receiver.nth(2);
    await logged(1);
    expect([second.body, lines]).toEqual([
      receiver.received[0]?.body,
      ['alerts.triggered evt: attempt 1, status 204'],
    ]);
  });

  it('stops calling loopback endpoints after a restart without the loopback option', async () => {
    const journal = join(folder, 'flag.db');
    const { receiver, endpoint, rule, trigger, logged, close } = await open({ journal });
    await endpoint(receiver.url);
    receiver.answer(500);
    await rule();
    await trigger();
    await logged(1);
    await close();
    const strict = await openFiringPlatform({ journal, allowLoopbackWebhooks: false });
    closings.push(strict.close);
    // Its clock starts anew, before the time of the next attempt.
    strict.clock.advance(3 * MINUTE);
    await strict.logged(1);
    expect([strict.lines, receiver.received.length]).toEqual([
      ['alerts.triggered evt: attempt 2, its URL must be a URL that begins with https://, given up'],
      1,
    ]);
  });
});
