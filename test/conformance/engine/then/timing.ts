import * as z from 'zod';
import { type Expected, failUnless, type Range, within } from '../compare.ts';
import { type Recording, reconnectDelays, type ScenarioRun } from '../recording.ts';
import type { Ability } from '../vocabulary.ts';
import { range } from '../vocabulary.ts';
import { type Check, check, group } from './check.ts';

/** Bounds on times, which hold for every seed. */

const RANGES = z.array(range);
const number = z.number();

/** Checks each value against its own range. */
const each = (what: string, ranges: readonly Range[], found: readonly (number | undefined)[]): string[] =>
  ranges.flatMap((range, at) => failUnless(within(found[at], range), `${what} ${at}`, range, found[at]));

const gaps = (times: readonly number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0));

const startsOf = ({ calls }: Recording, operation: string) =>
  calls.filter((call) => call.operation === operation).map(({ at }) => at);

/** Times between calls of the most frequent operation. */
function callGaps(recording: Recording): number[] {
  const all = ['create', 'resume', 'session_status', 'end'].map((name) => startsOf(recording, name));
  return gaps(all.sort((a, b) => b.length - a.length)[0] ?? []);
}

const heartbeats = ({ sent }: Recording) =>
  sent.filter(({ type }) => type === 'EVENT_TYPE_HEARTBEAT').map(({ at }) => at);

/** Milliseconds from the first page's start to its first time in a status. */
function reached({ recording, marks }: ScenarioRun, status: string): number | undefined {
  const first = recording.statuses.find((change) => change.status === status);
  const start = marks.get('start');
  return first && start && first.at - start.at;
}

const reachedWithin = (status: string): Check =>
  check(number, (what, most, run) =>
    failUnless((reached(run, status) ?? Number.POSITIVE_INFINITY) <= most, what, most, reached(run, status)),
  );

const measure = (holds: (found: number, bound: number) => boolean, needs: Ability = 'browser'): Check =>
  check(
    number,
    (what, bound, { measurements }) => {
      const found = measurements.get(what.split('.').at(-1) ?? '') ?? Number.NaN;
      return failUnless(holds(found, bound), what, bound, found);
    },
    needs,
  );
const atMost = (found: number, bound: number) => found <= bound;

/** Measurements in a real page, see `BrowserPage.measure`. */
const MEASURED: Readonly<Record<string, Check>> = {
  heap_mb_max: measure(atMost),
  scroll_fps_min: measure((found, bound) => found >= bound),
  max_main_thread_block_ms: measure(atMost),
};

/** Names of the measurements that a scenario expects. */
export const measuredIn = (then: Expected): readonly string[] =>
  Object.keys(then['timing'] ?? {}).filter((key) => Object.hasOwn(MEASURED, key));

const fleet = (): Check => check(number, () => [], 'fleet');

const TIMING: Readonly<Record<string, Check>> = {
  ...MEASURED,
  gaps_ms: check(RANGES, (what, ranges, { recording }) => each(what, ranges, callGaps(recording))),
  per_call_timeout_ms: check(range, (what, bounds, { recording }) => {
    const given = recording.calls.filter(({ isAborted }) => isAborted);
    if (given.length === 0) return [`${what}: no call was given up`];
    return given.flatMap(({ at, endedAt }) => {
      const took = Number(endedAt) - at;
      return failUnless(within(took, bounds), what, bounds, took);
    });
  }),
  delays_ms: check(RANGES, (what, ranges, { recording }) => each(what, ranges, reconnectDelays(recording))),
  max_delay_ms: check(number, (what, most, { recording }) => {
    const found = reconnectDelays(recording);
    return failUnless(
      found.length > 0 && found.every((delayMs) => delayMs !== undefined && delayMs <= most),
      what,
      most,
      found,
    );
  }),
  min_delay_ms: check(number, (what, least, { recording }) => {
    const found = reconnectDelays(recording);
    return failUnless(
      found.length > 0 && found.every((delayMs) => delayMs !== undefined && delayMs >= least),
      what,
      least,
      found,
    );
  }),
  // Evaluated over all seeds, see `jitterFailures`.
  jitter_stddev_min_fraction: check(number, () => []),
  reconnect_after_online_ms: check(range, (what, bounds, { recording }) => {
    const back = recording.networkChanges.findLast(({ state }) => state === 'online');
    const next = recording.connections.find(({ askedAt }) => back && askedAt >= back.at);
    const waited = back && next && next.askedAt - back.at;
    return failUnless(within(waited, bounds), what, bounds, waited);
  }),
  heartbeats_per_minute: check(range, (what, bounds, { recording, endedAt }) => {
    const found = heartbeats(recording).filter((at) => at > endedAt - 60_000).length;
    return failUnless(within(found, bounds), what, bounds, found);
  }),
  heartbeat_interval_ms: check(range, (what, bounds, { recording }) => {
    const found = gaps(heartbeats(recording));
    return failUnless(found.length > 0 && found.every((gapMs) => within(gapMs, bounds)), what, bounds, found);
  }),
  online_within_ms: reachedWithin('online'),
  failed_within_ms: reachedWithin('failed'),
  ended_within_ms: reachedWithin('ended'),
  peak_connects_per_100ms_max: fleet(),
  all_online_within_ms: fleet(),
  attempts_per_client_mean_max: fleet(),
};

export const timing: Check = group(TIMING);

/** Checks the runs of all seeds together: the standard deviation of the first delay as a fraction of its mean. */
export function jitterFailures(
  runs: readonly (readonly (number | undefined)[])[],
  least: number,
): readonly string[] {
  const first = runs.map(([delay = Number.NaN]) => delay);
  const mean = first.reduce((sum, value) => sum + value, 0) / first.length;
  const deviation = Math.sqrt(first.reduce((sum, value) => sum + (value - mean) ** 2, 0) / first.length);
  return failUnless(deviation / mean >= least, 'timing.jitter_stddev_min_fraction', least, deviation / mean);
}
