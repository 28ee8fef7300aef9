import { expect, it } from 'vitest';
import { settingsFor } from '../../../src/cli/emulator.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { parseConfig, startRelay } from '../../../src/relay/index.ts';
import { ADMIN_ENV, bearer } from '../../relay/support/admin.ts';
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
    const config = parseConfig(
      {
        ...settingsFor(emulator),
        ...ADMIN_ENV,
        FOYER_PORT: '0',
        FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
        FOYER_LOG_LEVEL: 'silent',
        FOYER_DIALECT: dialect,
        FOYER_WEBHOOK_SECRETS: `alerts:${created.signing_secret}`,
      },
      { read: () => undefined },
    );
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const relay = await startRelay(config.value);
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
