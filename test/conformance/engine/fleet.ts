import { type Backend, createBackend } from './backend.ts';
import { failUnless } from './compare.ts';
import { createHeadlessBrowser } from './headless/headless-browser.ts';
import { type Page, START_AT } from './page.ts';
import { emptyRecording, type Recording } from './recording.ts';
import type { Scenario, Verdict } from './scenario.ts';
import { joined, start } from './steps/generate.ts';
import { createTimeline } from './timeline.ts';

/** Many clients whose connections drop at one moment. They only share the server, so each has its own backend and seed. */

const WINDOW_MS = 100;
const HISTORY = JSON.stringify({
  type: 'EVENT_TYPE_EVENT_BATCH',
  payload: { events: [start(1), joined(2)] },
});
const SETTLED_MS = 500;

interface ReconnectResult {
  /** Milliseconds after the drop. */
  readonly attempts: readonly number[];
  readonly onlineAt: number;
}

const resultSince = (cutAt: number, { connections, statuses }: Recording): ReconnectResult => {
  const onlineAt = statuses.findLast(({ status }) => status === 'online')?.at ?? 0;
  return {
    attempts: connections.map(({ askedAt }) => askedAt - cutAt).filter((waitMs) => waitMs >= 0),
    onlineAt: onlineAt > cutAt ? onlineAt - cutAt : Number.POSITIVE_INFINITY,
  };
};

async function reconnect(seed: number, code: number, forMs: number): Promise<ReconnectResult> {
  const browser = createHeadlessBrowser();
  const recording = emptyRecording();
  const pages: Page[] = [];
  let backend: Backend;
  const timeline = createTimeline({ pages, backend: () => backend, advance: () => {}, startAt: START_AT });
  const { now, schedule } = timeline;
  backend = createBackend({ recording, upstream: null, now, schedule, isExpected: () => false });
  backend.server = { opened: (connection) => backend.send(connection, HISTORY), frameReceived: () => {} };
  const page = await browser.openPage({
    seed,
    clockOffsetMs: 0,
    options: {},
    widgets: [],
    observe: [],
    measure: [],
    patches: [],
    hasStrictPolicy: false,
    isFramed: false,
    blockedStorage: null,
    now,
  });
  pages.push(page);
  await page.visitor.open();
  await timeline.advance(SETTLED_MS);
  const cutAt = now();
  const connection = backend.current();
  if (connection) backend.close(connection, code, '');
  // Right after the drop the last status is still that of the old connection.
  const isBack = () => recording.connections.length > 1 && recording.statuses.at(-1)?.status === 'online';
  await timeline.until(isBack, forMs);
  await browser.dispose();
  return resultSince(cutAt, recording);
}

/** Largest number of attempts in a sliding window. */
function peak(attempts: readonly number[]): number {
  const sorted = [...attempts].sort((a, b) => a - b);
  let most = 0;
  let from = 0;
  for (const [at, time] of sorted.entries()) {
    while (time >= (sorted[from] ?? 0) + WINDOW_MS) from += 1;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

const TIMING_WORDS = ['peak_connects_per_100ms_max', 'all_online_within_ms', 'attempts_per_client_mean_max'];

/** Finds a part of a fleet scenario that the runner does not support. */
function unsupportedPart({ given, when, then }: Scenario): string | undefined {
  const [, cut, serve, ...rest] = given;
  const isCut = cut?.['drop_all'] === true || cut?.['close'] !== undefined;
  if (!isCut || typeof serve?.['serve_ms'] !== 'number' || rest.length > 0)
    return 'given: a fleet is cut, then served';
  if (when.some((step) => step.do !== 'open_widget')) return 'when: a fleet only opens the chat';
  const keys = [...Object.keys(then).filter((key) => key !== 'timing'), ...Object.keys(then['timing'] ?? {})];
  const other = keys.find((key) => !TIMING_WORDS.includes(key));
  return other && `then.${other} of a fleet`;
}

export async function runFleet(scenario: Scenario): Promise<Verdict> {
  const step = unsupportedPart(scenario);
  if (step) return { is: 'unsupported', step };
  const { given, then } = scenario;
  const timing = (then['timing'] ?? {}) as Readonly<Record<string, number | undefined>>;
  const close = given[1]?.['close'] as { readonly code: number } | number | undefined;
  const code = typeof close === 'object' ? close.code : (close ?? 1006);
  const returned: ReconnectResult[] = [];
  for (let seed = 1; seed <= Number(given[0]?.['fleet']); seed++) {
    returned.push(await reconnect(seed, code, Number(given[2]?.['serve_ms'])));
  }
  const attempts = returned.flatMap((client) => client.attempts);
  const found: Readonly<Record<string, number>> = {
    peak_connects_per_100ms_max: peak(attempts),
    all_online_within_ms: Math.max(...returned.map(({ onlineAt }) => onlineAt)),
    attempts_per_client_mean_max: attempts.length / returned.length,
  };
  const failures = TIMING_WORDS.flatMap((name) => {
    const most = timing[name];
    return most === undefined
      ? []
      : failUnless(Number(found[name]) <= most, `timing.${name}`, most, found[name]);
  });
  return failures.length > 0 ? { is: 'FAIL', failures } : { is: 'ok' };
}
