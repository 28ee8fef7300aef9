import type { Page } from 'playwright/test';
import { askRelay, begins } from './console-page.ts';

const HOUR_MS = 3_600_000;

/**
 * Number of times that more conversations than a threshold have begun within an hour, looked at whenever the platform evaluates rules: counted
 * from the list of the platform.
 */
export async function callVolumeFirings(
  page: Page,
  demo: Parameters<typeof askRelay>[1],
  threshold: number,
): Promise<number> {
  const history = await askRelay(page, demo)('/metric-history?metric=call_volume&window_duration=60m');
  const first = Date.parse(history.first_at);
  const times: number[] = history.values.map((_: unknown, nth: number) => first + nth * history.step * 1_000);
  const span = [first - HOUR_MS, times.at(-1) ?? first] as const;
  const all: number[] = [];
  for (const environment of ['live', 'sandbox', 'pre-release'])
    all.push(...(await begins(page, demo, span, environment)));
  const fires = times.map((at) => all.filter((it) => it >= at - HOUR_MS && it < at).length > threshold);
  return fires.filter((it, nth) => it && !fires[nth - 1]).length;
}
