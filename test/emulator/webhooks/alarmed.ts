import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import { createArrivals } from '../../support/arrivals.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type Call, onBase } from '../rest/caller.ts';
import { newSession } from '../visitor.ts';

/** A platform with a rule that fires as soon as somebody comes, and whoever is to be told of it. */

export const MINUTE = 60_000;

export interface Endpoint {
  readonly id: string;
  readonly signing_secret: string;
}

export interface Alarmed {
  readonly clock: FakeClock;
  readonly base: Call;
  /** What the log says of webhooks, without the ids that differ from run to run. */
  readonly lines: readonly string[];
  endpoint(url: string, fields?: object): Promise<Endpoint>;
  rule(): Promise<string>;
  /** Somebody comes, and a minute passes: the rule fires. */
  trigger(): Promise<void>;
  /** Resolves when the log has so many lines about webhooks. */
  logged(count: number): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openAlarmed(options: EmulatorOptions = {}): Promise<Alarmed> {
  const clock = createFakeClock();
  const lines = createArrivals<string>();
  let emulator: Emulator;
  const start = async () => {
    emulator = await startEmulator({
      clock,
      allowLoopbackWebhooks: true,
      ...options,
      log(line) {
        if (!line.startsWith('webhook ')) return;
        lines.add(line.replace(/^webhook whe_\w+ /, '').replace(/evt_\w+/, 'evt'));
      },
    });
  };
  await start();
  const base: Call = (...call) => onBase(emulator)(...call);
  return {
    clock,
    base,
    lines: lines.all,
    async endpoint(url, fields = {}) {
      const body = { name: 'x', url, event_types: ['alerts.triggered'], ...fields };
      return (await base('POST', '/v1/webhook-endpoints', body)).body as Endpoint;
    },
    async rule() {
      const condition = { metric: 'call_volume', operator: '>', threshold_value: 0, window_duration: '5m' };
      return ((await base('POST', '/v1/alert-rules', { name: 'Busy', ...condition })).body as { id: string })
        .id;
    },
    async trigger() {
      await newSession(emulator);
      clock.advance(MINUTE);
    },
    async logged(count) {
      await lines.nth(count);
    },
    async restart() {
      await emulator.close();
      await start();
    },
    close: () => emulator.close(),
  };
}
