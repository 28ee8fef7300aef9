import { expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.ts';
import { startRelay } from '../../../src/relay/index.ts';
import { bearer } from '../../relay/support/admin.ts';
import { configFor } from '../../relay/support/emulator-config.ts';
import { createAwaitableList } from '../../support/awaitable-list.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { onBase } from '../hosts/rest/rest-calls.ts';
import { newSession } from '../support/visitor.ts';

it.each(['service', 'poly'] as const)(
  'an alert of the platform in the dialect %s reaches the event stream of the relay',
  async (dialect) => {
    // The relay uses the real clock and refuses signatures older than five minutes.
    const clock = createFakeClock(Date.now() - 60_000);
    const lines: string[] = [];
    let delivered = () => {};
    const isDelivered = new Promise<void>((is) => {
      delivered = is;
    });
    const emulator = await startEmulator({
      clock,
      dialect,
      allowLoopbackWebhooks: true,
      log(line) {
        if (!line.startsWith('webhook ')) return;
        lines.push(line);
        delivered();
      },
    });
    const base = onBase(emulator);
    // The relay needs the endpoint's secret to start; the endpoint gets the relay's address afterwards.
    const created = (
      await base('POST', '/v1/webhook-endpoints', {
        name: 'Relay',
        url: 'http://127.0.0.1:9/',
        event_types: ['alerts.triggered', 'alerts.resolved'],
      })
    ).body as { id: string; signing_secret: string };
    const config = configFor(emulator, {
      FOYER_DIALECT: dialect,
      FOYER_WEBHOOK_SECRETS: `alerts:${created.signing_secret}`,
    });
    const relay = await startRelay(config);
    const leaving = new AbortController();
    try {
      const url = `${relay.url}/admin/v1/webhooks/alerts`;
      await base('PATCH', `/v1/webhook-endpoints/${created.id}`, { url });
      const stream = await fetch(`${relay.url}/admin/v1/events`, {
        headers: bearer('read'),
        signal: leaving.signal,
      });

      const condition = { metric: 'call_volume', operator: '>', threshold_value: 0, window_duration: '5m' };
      const rule = (await base('POST', '/v1/alert-rules', { name: 'Busy', ...condition })).body;
      await newSession(emulator);
      clock.advance(60_000);
      await isDelivered;
      expect(lines).toEqual([expect.stringMatching(/: attempt 1, status 200$/)]);

      let text = '';
      for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part;
        if (text.includes('data: ') && text.endsWith('\n\n')) break;
      }
      const event = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '');
      expect(text).toContain(`id: ${event.id}\nevent: alerts.triggered\n`);
      expect(event).toMatchObject({
        type: 'alerts.triggered',
        data: { alert_rule_id: (rule as { id: string }).id, metric: 'call_volume', current_value: 1 },
      });
      expect({ data: [event.data] }).toEqual((await base('GET', '/v1/alerts')).body);
    } finally {
      leaving.abort();
      await relay.close();
      await emulator.close();
    }
  },
);

//
it('no alert is lost when the relay rotates the secret while the platform delivers', async () => {
  const clock = createFakeClock(Date.now() - 60_000);
  const lines = createAwaitableList<string>();
  const emulator = await startEmulator({
    clock,
    allowLoopbackWebhooks: true,
    log: (line) => line.startsWith('webhook ') && lines.add(line),
  });
  const base = onBase(emulator);
  const created = (
    await base('POST', '/v1/webhook-endpoints', {
      name: 'Relay',
      url: 'http://127.0.0.1:9/',
      event_types: ['alerts.triggered'],
    })
  ).body as { id: string; signing_secret: string };
  const config = configFor(emulator, { FOYER_WEBHOOK_SECRETS: `alerts:${created.signing_secret}` });
  // The platform has rotated and delivers an alert before its answer is at the relay.
  const rotated = createAwaitableList<void>();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const relay = await startRelay(config, {
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).endsWith('/rotate-secret')) return answer;
      rotated.add();
      await isReleased;
      return answer;
    },
  });
  try {
    await base('PATCH', `/v1/webhook-endpoints/${created.id}`, {
      url: `${relay.url}/admin/v1/webhooks/alerts`,
    });
    const rotation = fetch(`${relay.url}/admin/v1/webhook-endpoints/${created.id}/rotate-secret`, {
      method: 'POST',
      headers: bearer('write'),
    });
    await rotated.waitForNth(1);
    const condition = { metric: 'call_volume', operator: '>', threshold_value: 0, window_duration: '5m' };
    await base('POST', '/v1/alert-rules', { name: 'Busy', ...condition });
    await newSession(emulator);
    clock.advance(60_000);
    const early = await lines.waitForNth(1);
    release();
    const answer = await rotation;
    clock.advance(60_000);
    const late = await lines.waitForNth(2);
    expect([early, answer.status, late]).toEqual([
      expect.stringMatching(/: attempt 1, status 503, again in 1 min$/),
      200,
      expect.stringMatching(/: attempt 2, status 200$/),
    ]);
    expect(await answer.json()).toMatchObject({ receiver: { name: 'alerts', accepts_new_secret: true } });
  } finally {
    release();
    await relay.close();
    await emulator.close();
  }
});
