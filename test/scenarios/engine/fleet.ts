import { unless } from './compare.ts';
import { createFarSide, type FarSide } from './far-side.ts';
import { createHeadlessWorld } from './headless/world.ts';
import { type Page, START } from './page.ts';
import { type Chronicle, emptyChronicle } from './record.ts';
import type { Scenario, Verdict } from './scenario.ts';
import { joined, start } from './steps/generate.ts';
import { createTimeline } from './timeline.ts';

/** Many clients that are cut at one instant. They only meet at the server, so each has its own far side and seed. */

const WINDOW_MS = 100;
const HISTORY = JSON.stringify({
  type: 'EVENT_TYPE_EVENT_BATCH',
  payload: { events: [start(1), joined(2)] },
});
const SETTLED_MS = 500;

interface Returned {
  /** After the cut, milliseconds. */
  readonly attempts: readonly number[];
  readonly onlineAt: number;
}

const since = (cutAt: number, { connections, statuses }: Chronicle): Returned => {
  const onlineAt = statuses.findLast(({ status }) => status === 'online')?.at ?? 0;
  return {
    attempts: connections.map(({ askedAt }) => askedAt - cutAt).filter((it) => it >= 0),
    onlineAt: onlineAt > cutAt ? onlineAt - cutAt : Number.POSITIVE_INFINITY,
  };
};

async function comeBack(seed: number, code: number, forMs: number): Promise<Returned> {
  const world = createHeadlessWorld();
  const chronicle = emptyChronicle();
  const pages: Page[] = [];
  let far: FarSide;
  const timeline = createTimeline({ pages, far: () => far, advance: () => {}, startAt: START });
  const { now, later } = timeline;
  far = createFarSide({ chronicle, upstream: null, now, later, isExpected: () => false });
  far.server = { opened: (connection) => far.say(connection, HISTORY), took: () => {} };
  const page = await world.page({
    seed,
    clockOffsetMs: 0,
    options: {},
    widgets: [],
    watch: [],
    patches: [],
    blockedStorage: null,
    now,
  });
  pages.push(page);
  await page.visitor.open();
  await timeline.pass(SETTLED_MS);
  const cutAt = now();
  const connection = far.current();
  if (connection) far.cut(connection, code, '');
  // The end of the last connection is no status yet.
  const isBack = () => chronicle.connections.length > 1 && chronicle.statuses.at(-1)?.status === 'online';
  await timeline.until(isBack, forMs);
  await world.dispose();
  return since(cutAt, chronicle);
}

/** The most attempts in any window, which slides: it begins with each attempt in turn. */
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

const KNOWN = ['peak_connects_per_100ms_max', 'all_online_within_ms', 'attempts_per_client_mean_max'];

/** What of a scenario about a fleet is not: then it is unsupported. */
function stranger({ given, when, then }: Scenario): string | undefined {
  const [, cut, serve, ...rest] = given;
  const isCut = cut?.['drop_all'] === true || cut?.['close'] !== undefined;
  if (!isCut || typeof serve?.['serve_ms'] !== 'number' || rest.length > 0)
    return 'given: a fleet is cut, then served';
  if (when.some((it) => it.do !== 'open_widget')) return 'when: a fleet only opens the chat';
  const keys = [...Object.keys(then).filter((it) => it !== 'timing'), ...Object.keys(then['timing'] ?? {})];
  const other = keys.find((it) => !KNOWN.includes(it));
  return other && `then.${other} of a fleet`;
}

export async function runFleet(scenario: Scenario): Promise<Verdict> {
  const step = stranger(scenario);
  if (step) return { is: 'unsupported', step };
  const { given, then } = scenario;
  const timing = (then['timing'] ?? {}) as Readonly<Record<string, number | undefined>>;
  const close = given[1]?.['close'] as { readonly code: number } | number | undefined;
  const code = typeof close === 'object' ? close.code : (close ?? 1006);
  const returned: Returned[] = [];
  for (let seed = 1; seed <= Number(given[0]?.['fleet']); seed++) {
    returned.push(await comeBack(seed, code, Number(given[2]?.['serve_ms'])));
  }
  const attempts = returned.flatMap((it) => it.attempts);
  const found: Readonly<Record<string, number>> = {
    peak_connects_per_100ms_max: peak(attempts),
    all_online_within_ms: Math.max(...returned.map(({ onlineAt }) => onlineAt)),
    attempts_per_client_mean_max: attempts.length / returned.length,
  };
  const faults = KNOWN.flatMap((name) => {
    const most = timing[name];
    return most === undefined ? [] : unless(Number(found[name]) <= most, `timing.${name}`, most, found[name]);
  });
  return faults.length > 0 ? { is: 'FAIL', faults } : { is: 'ok' };
}
