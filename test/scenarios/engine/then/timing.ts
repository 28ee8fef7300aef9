import * as z from 'zod';
import { type Range, unless, within } from '../compare.ts';
import { type Chronicle, delays, type Played } from '../record.ts';
import type { Ability } from '../words.ts';
import { range } from '../words.ts';
import { type Check, check, group } from './check.ts';

/** When things happened: bounds that hold for every seed. */

const RANGES = z.array(range);
const number = z.number();

/** Each found value within its own range. */
const each = (what: string, ranges: readonly Range[], found: readonly (number | undefined)[]): string[] =>
  ranges.flatMap((one, at) => unless(within(found[at], one), `${what} ${at}`, one, found[at]));

const gaps = (times: readonly number[]) => times.slice(1).map((it, at) => it - (times[at] ?? 0));

const startsOf = ({ calls }: Chronicle, operation: string) =>
  calls.filter((it) => it.operation === operation).map(({ at }) => at);

/** Between calls of the operation that was made most often. */
function callGaps(chronicle: Chronicle): number[] {
  const all = ['create', 'resume', 'session_status', 'end'].map((it) => startsOf(chronicle, it));
  return gaps(all.sort((a, b) => b.length - a.length)[0] ?? []);
}

const beats = ({ sent }: Chronicle) =>
  sent.filter(({ type }) => type === 'EVENT_TYPE_HEARTBEAT').map(({ at }) => at);

/** From the first page's start to the first time that it had the word. */
function reached({ chronicle, marks }: Played, status: string): number | undefined {
  const first = chronicle.statuses.find((it) => it.status === status);
  const start = marks.get('start');
  return first && start && first.at - start.at;
}

const within_ms = (status: string): Check =>
  check(number, (what, most, played) =>
    unless(
      (reached(played, status) ?? Number.POSITIVE_INFINITY) <= most,
      what,
      most,
      reached(played, status),
    ),
  );

const measure = (holds: (found: number, bound: number) => boolean, needs: Ability = 'browser'): Check =>
  check(
    number,
    (what, bound, { measured }) => {
      const found = measured.get(what.split('.').at(-1) ?? '') ?? Number.NaN;
      return unless(holds(found, bound), what, bound, found);
    },
    needs,
  );
const atMost = (found: number, bound: number) => found <= bound;

/** Only a real page is measured: see `BrowserPage.measure`. */
export const MEASURED: Readonly<Record<string, Check>> = {
  heap_mb_max: measure(atMost),
  scroll_fps_min: measure((found, bound) => found >= bound),
  max_main_thread_block_ms: measure(atMost),
};

const fleet = (): Check => check(number, () => [], 'fleet');

export const TIMING: Readonly<Record<string, Check>> = {
  ...MEASURED,
  gaps_ms: check(RANGES, (what, ranges, { chronicle }) => each(what, ranges, callGaps(chronicle))),
  per_call_timeout_ms: check(range, (what, bounds, { chronicle }) => {
    const given = chronicle.calls.filter(({ isAborted }) => isAborted);
    if (given.length === 0) return [`${what}: no call was given up`];
    return given.flatMap(({ at, endedAt }) => {
      const took = Number(endedAt) - at;
      return unless(within(took, bounds), what, bounds, took);
    });
  }),
  delays_ms: check(RANGES, (what, ranges, { chronicle }) => each(what, ranges, delays(chronicle))),
  max_delay_ms: check(number, (what, most, { chronicle }) => {
    const found = delays(chronicle);
    return unless(found.length > 0 && found.every((it) => it !== undefined && it <= most), what, most, found);
  }),
  min_delay_ms: check(number, (what, least, { chronicle }) => {
    const found = delays(chronicle);
    return unless(
      found.length > 0 && found.every((it) => it !== undefined && it >= least),
      what,
      least,
      found,
    );
  }),
  // Over all seeds: see `spread`.
  jitter_stddev_min_fraction: check(number, () => []),
  reconnect_after_online_ms: check(range, (what, bounds, { chronicle }) => {
    const back = chronicle.networkNews.findLast(({ news }) => news === 'online');
    const next = chronicle.connections.find(({ askedAt }) => back && askedAt >= back.at);
    const waited = back && next && next.askedAt - back.at;
    return unless(within(waited, bounds), what, bounds, waited);
  }),
  heartbeats_per_minute: check(range, (what, bounds, { chronicle, endedAt }) => {
    const found = beats(chronicle).filter((at) => at > endedAt - 60_000).length;
    return unless(within(found, bounds), what, bounds, found);
  }),
  heartbeat_interval_ms: check(range, (what, bounds, { chronicle }) => {
    const found = gaps(beats(chronicle));
    return unless(found.length > 0 && found.every((it) => within(it, bounds)), what, bounds, found);
  }),
  online_within_ms: within_ms('online'),
  failed_within_ms: within_ms('failed'),
  ended_within_ms: within_ms('ended'),
  peak_connects_per_100ms_max: fleet(),
  all_online_within_ms: fleet(),
  attempts_per_client_mean_max: fleet(),
};

export const timing: Check = group(TIMING);

/** Holds for the runs of all seeds together: the standard deviation of the first delay as a fraction of its mean. */
export function spread(runs: readonly (readonly (number | undefined)[])[], least: number): readonly string[] {
  const first = runs.map(([delay = Number.NaN]) => delay);
  const mean = first.reduce((sum, it) => sum + it, 0) / first.length;
  const deviation = Math.sqrt(first.reduce((sum, it) => sum + (it - mean) ** 2, 0) / first.length);
  return unless(deviation / mean >= least, 'timing.jitter_stddev_min_fraction', least, deviation / mean);
}
