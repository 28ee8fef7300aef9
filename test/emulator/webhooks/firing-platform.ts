import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import { createAwaitableList } from '../../support/awaitable-list.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type Call, onBase } from '../hosts/rest/rest-calls.ts';
import { newSession } from '../support/visitor.ts';

/** A platform for tests of webhooks, with an alert rule that fires for the first session. */

export const MINUTE = 60_000;

export interface Endpoint {
  readonly id: string;
  readonly signing_secret: string;
}

export interface FiringPlatform {
  readonly clock: FakeClock;
  readonly base: Call;
  /** Log lines about webhooks without their random ids. */
  readonly lines: readonly string[];
  endpoint(url: string, fields?: object): Promise<Endpoint>;
  /** Creates a rule that fires for more conversations than the threshold; by default for the first one. */
  rule(threshold?: number): Promise<string>;
  /** Creates a session and advances the clock by a minute, so that the rule fires. */
  trigger(): Promise<void>;
  /** Resolves when the log has this number of lines about webhooks. */
  logged(count: number): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openFiringPlatform(options: EmulatorOptions = {}): Promise<FiringPlatform> {
  const clock = createFakeClock();
  const lines = createAwaitableList<string>();
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
    async rule(threshold_value = 0) {
      const condition = { metric: 'call_volume', operator: '>', threshold_value, window_duration: '5m' };
      return ((await base('POST', '/v1/alert-rules', { name: 'Busy', ...condition })).body as { id: string })
        .id;
    },
    async trigger() {
      await newSession(emulator);
      clock.advance(MINUTE);
    },
    async logged(count) {
      await lines.waitForNth(count);
    },
    async restart() {
      await emulator.close();
      await start();
    },
    close: () => emulator.close(),
  };
}
