import type { TestContext } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { runConformance } from '../../../src/cli/conformance/index.ts';
import { type ConformanceReport, conformanceReport } from '../../../src/cli/conformance/report.ts';
import { settingsFor } from '../../../src/cli/emulator-settings.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';

/** Starts a platform whose agent answers at once. It is closed after the test, which runs at the same time as others. */
export async function startPlatform(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: EmulatorOptions = {},
): Promise<Emulator> {
  const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 }, ...options });
  onTestFinished(emulator.close);
  return emulator;
}

/** Real time of a wait: silence takes a fifth, a deadline a tenth, but enough for a busy machine. */
const shortened = (inMs: number) => (inMs <= 1_000 ? inMs / 5 : Math.max(inMs / 10, 2_000));

/** Turns of the event loop in which platform and command, both in this process, have done all that was due. */
const TURNS = 30;

/** Waits until a machine that was busy has caught up: what came in the meantime is read before a time limit counts. */
function afterTurns(fn: () => void): () => void {
  let left = TURNS;
  const turn = () => {
    if (left > 0) setImmediate(turn);
    else if (left === 0) fn();
    left -= 1;
  };
  turn();
  return () => {
    left = -1;
  };
}

/** The deadline of the whole run has its own real time, if one is given. */
function fastClock(runMs: number | undefined) {
  const clock = systemClock();
  const startedAt = clock.now();
  return {
    now: () => startedAt + (clock.now() - startedAt) * 10,
    after(inMs: number, fn: () => void) {
      const realMs = runMs !== undefined && inMs >= 300_000 ? runMs : shortened(inMs);
      let cancel = clock.after(realMs, () => {
        cancel = afterTurns(fn);
      });
      return () => cancel();
    },
  };
}

/** Settings without the REST hosts. */
export const NO_REST = { FOYER_BASE_URL: '', FOYER_PLATFORM_URL: '', FOYER_OUTBOUND_URL: '' };

export interface RunOptions {
  readonly url?: string;
  readonly says?: readonly string[];
  readonly writes?: boolean;
  readonly isJson?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly tokenFile?: string;
  /** Real time after which the run ends. */
  readonly runMs?: number;
}

export interface Run {
  readonly status: number;
  /** undefined when the run printed no JSON. */
  readonly report: ConformanceReport | undefined;
  readonly printed: readonly string[];
  readonly told: readonly string[];
}

/** Runs the command with the settings of a platform. Its JSON is checked by its schema. */
export async function runAgainst(
  emulator: Emulator,
  {
    url = emulator.messagingUrl,
    says = ['Hello'],
    writes = false,
    isJson = true,
    env = {},
    files = {},
    tokenFile,
    runMs,
  }: RunOptions = {},
): Promise<Run> {
  const printed: string[] = [];
  const told: string[] = [];
  const status = await runConformance(
    { url, token: undefined, tokenFile, host: undefined, says, writes, isJson },
    {
      print: (line) => printed.push(line),
      printError: (line) => told.push(line),
      env: { ...settingsFor(emulator), ...env },
      files: { read: (path) => files[path] },
      untilStopped: () => Promise.resolve(),
    },
    fastClock(runMs),
  );
  const hasReport = isJson && printed.length > 0;
  const report = hasReport ? conformanceReport.parse(JSON.parse(printed.join('\n'))) : undefined;
  return { status, report, printed, told };
}
