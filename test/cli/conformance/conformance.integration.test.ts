import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { runConformance } from '../../../src/cli/conformance/index.ts';
import { conformanceReport } from '../../../src/cli/conformance/report.ts';
import { settingsFor } from '../../../src/cli/emulator.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';

const running: Emulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close();
});

async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 }, ...options });
  running.push(emulator);
  return emulator;
}

/** Ten times as fast as the machine's clock: what waits for silence takes less. */
function fastClock() {
  const clock = systemClock();
  return { now: () => clock.now() * 10, after: (inMs: number, fn: () => void) => clock.after(inMs / 10, fn) };
}

interface RunOptions {
  readonly says?: readonly string[];
  readonly writes?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

async function run(emulator: Emulator, { says = ['Hello'], writes = false, env = {} }: RunOptions = {}) {
  const printed: string[] = [];
  const told: string[] = [];
  const status = await runConformance(
    {
      url: emulator.messagingUrl,
      token: undefined,
      tokenFile: undefined,
      host: undefined,
      says,
      writes,
      isJson: true,
    },
    {
      print: (line) => printed.push(line),
      printError: (line) => told.push(line),
      env: { ...settingsFor(emulator), ...env },
      files: { read: () => undefined },
      untilStopped: () => Promise.resolve(),
    },
    fastClock(),
  );
  return { status, report: conformanceReport.parse(JSON.parse(printed.join('\n'))), printed, told };
}

describe('foyer-relay conformance', () => {
  it.each(['service', 'poly'] as const)(
    'finds every rule kept by the embedded platform in the dialect %s',
    async (dialect) => {
      const emulator = await start({ dialect, conversations: { count: 50, seed: 1 } });
      const { status, report } = await run(emulator, {
        says: ['hello', 'markdown', 'suggestions', 'human'],
        writes: true,
      });
      expect(report.rules.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
      expect([status, report.dialect, report.broken]).toEqual([0, dialect, 0]);
      expect(report.kept).toBeGreaterThan(90);
    },
  );
});
