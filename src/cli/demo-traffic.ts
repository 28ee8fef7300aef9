import type { Emulator, Incident, SyntheticConversations } from '../emulator/index.ts';

/** Traffic of the demo's platform, from a midnight 15 days before its start until a week after it. */
export interface DemoTraffic {
  readonly past: SyntheticConversations;
  /** Begins an hour before the start, so that some conversations are in progress, and follows the past. */
  readonly present: SyntheticConversations;
  /** The ranges in which the alert rules are evaluated, oldest first. */
  readonly watched: readonly { readonly from: number; readonly to: number }[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longest range that a relay reads. */
const PAST_MS = 15 * DAY_MS;
const PRESENT_MS = 7 * DAY_MS;
const PAST_PER_DAY = 500;
const PRESENT_PER_HOUR = 90;
const LIVE_BEFORE_START_MS = HOUR_MS;
/** Time after an outage in which its alerts are resolved. */
const WATCHED_AFTER_OUTAGE_MS = 30 * MINUTE_MS;

/** Weights of the hours of a working day, in UTC. */
const WORKING_DAY = [2, 1, 1, 1, 1, 2, 4, 8, 14, 20, 30, 22, 18, 17, 19, 20, 18, 15, 12, 10, 8, 6, 4, 3];
const BUSIEST_HOUR = WORKING_DAY.indexOf(Math.max(...WORKING_DAY));
/** Weight of Saturday and Sunday, relative to a working day. */
const WEEKEND_SHARE = 0.6;

/** Weights of the hours of a week, from Monday on. */
export const WEEK: readonly number[] = Array.from({ length: 7 }, (_, day) =>
  WORKING_DAY.map((weight) => (day < 5 ? weight : weight * WEEKEND_SHARE)),
).flat();

/** Constant weights of the present, so that a demo never looks deserted. */
const ALWAYS: readonly number[] = Array(WEEK.length).fill(1);

const VARIANTS = { main: 6, spring: 3, trial: 1 };

/** Alert rules that fire in the outages, and one that does not. */
const ALERT_RULES = [
  {
    name: 'Slow turns',
    metric: 'turn_latency_p95',
    operator: '>',
    threshold_value: 4_000,
    window_duration: '10m',
  },
  {
    name: 'Failing API calls',
    metric: 'api_errors',
    operator: '>=',
    threshold_value: 3,
    window_duration: '10m',
  },
  {
    name: 'Unusually busy',
    metric: 'call_volume',
    operator: '>',
    threshold_value: 150,
    window_duration: '60m',
  },
] as const;

/** An outage: answers were slow, and visitors asked for a person because of that. */
const outage = (from: number, minutes: number): readonly Incident[] => {
  const range = { from, to: from + minutes * MINUTE_MS };
  return [
    { ...range, share: 0.9, slowdown: 5 },
    { ...range, share: 0.8, failure: 'api_errors' },
    { ...range, share: 0.7, handoffReason: 'slow_answers' },
  ];
};

/** Traffic of a demo that starts now. Times are milliseconds. */
export function demoTrafficAt(now: number): DemoTraffic {
  const midnightBefore = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;
  const today = midnightBefore(now);
  // Begins at midnight: a partial day would be a bad one to compare with.
  const [begin, end] = [midnightBefore(now - PAST_MS), now + PRESENT_MS];
  const pastEnd = now - LIVE_BEFORE_START_MS;
  const busiestHourOf = (daysAgo: number) => today - daysAgo * DAY_MS + BUSIEST_HOUR * HOUR_MS;
  const outages = [
    outage(busiestHourOf(4) + 30 * MINUTE_MS, 25),
    outage(busiestHourOf(1) + 10 * MINUTE_MS, 40),
  ];
  const shared = {
    variants: VARIANTS,
    incidents: [
      { from: begin, to: end, share: 0.015, failure: 'function_errors' },
      // New since yesterday.
      { from: now - 20 * HOUR_MS, to: end, share: 0.35, handoffReason: 'late_delivery' },
      ...outages.flat(),
    ],
  } as const;
  return {
    past: {
      count: Math.round((PAST_PER_DAY * (pastEnd - begin)) / DAY_MS),
      seed: 1,
      from: begin,
      to: pastEnd,
      hours: WEEK,
      ...shared,
    },
    present: {
      count: Math.round((PRESENT_PER_HOUR * (PRESENT_MS + LIVE_BEFORE_START_MS)) / HOUR_MS),
      // Several are in progress at the start.
      seed: 6,
      from: pastEnd,
      to: end,
      hours: ALWAYS,
      ...shared,
    },
    watched: outages.flatMap(([first]) =>
      first ? [{ from: first.from, to: first.to + WATCHED_AFTER_OUTAGE_MS }] : [],
    ),
  };
}

/** Adds the conversations of the traffic to a platform. */
export function addConversations(emulator: Pick<Emulator, 'generate'>, { past, present }: DemoTraffic): void {
  emulator.generate(past);
  emulator.generate(present);
}

/** Creates the alert rules and evaluates them in the watched ranges. The webhook endpoints get the resulting events. */
export async function addAlerts(
  { baseUrl, baseKey, evaluateAlerts }: Pick<Emulator, 'baseUrl' | 'baseKey' | 'evaluateAlerts'>,
  { watched }: DemoTraffic,
): Promise<void> {
  for (const rule of ALERT_RULES) {
    const response = await fetch(`${baseUrl}/v1/alert-rules`, {
      method: 'POST',
      headers: { 'X-API-KEY': baseKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(rule),
    });
    if (!response.ok) throw new Error(`unable to create an alert rule; status ${response.status}`);
  }
  for (const range of watched) evaluateAlerts(range);
}
