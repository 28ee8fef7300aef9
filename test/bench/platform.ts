import type { Clock } from '../../src/base/clock.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { line } from './page.ts';

const COUNT = 1_000_000;
const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const EVALUATED_EVERY_MS = 60_000;
/** Phone number of the agent, which all calls use. */
const AGENT_NUMBER = '+15550100142';

const inMs = (ms: number) => `${Math.round(ms)} ms`;

async function timed<Result>(
  label: string,
  run: () => Result | Promise<Result>,
  limit?: string,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await run();
  line(label, inMs(performance.now() - startedAt), limit);
  return result;
}

/** Measures the embedded platform with a million conversations of one week. */
export async function platform(): Promise<void> {
  console.log(`\nThe embedded platform with ${COUNT} conversations of one week`);
  // Most conversations are around noon: another hour of the day would give other figures.
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS - 11 * 3_600_000;
  const from = to - WEEK_MS;
  const range = `start_time=${new Date(from).toISOString()}&end_time=${new Date(to).toISOString()}`;
  // The time stands still, so that the alert rules can be evaluated at any moment.
  let evaluate = () => {};
  const clock: Clock = {
    now: () => to,
    after(inMs, run) {
      if (inMs === EVALUATED_EVERY_MS) evaluate = run;
      return () => {};
    },
  };
  const emulator = await timed('created and stored', () =>
    startEmulator({ clock, conversations: { count: COUNT, from, to } }),
  );
  const { accountId, baseKey, baseUrl, platformKey, platformUrl, projectId } = emulator;

  async function ask(url: string, key: string) {
    const answer = await fetch(url, { headers: { 'x-api-key': key } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer.json();
  }
  const of = (version: 'v1' | 'v3', rest: string) =>
    ask(`${platformUrl}/${version}/${accountId}/${projectId}/conversations${rest}`, platformKey);
  const search = (query: string) => of('v3', `?${range}&limit=100&${query}`);

  try {
    const { conversations } = await of('v3', '?limit=1&channel=VOICE-SIP');
    const caller = encodeURIComponent(conversations[0].from_number);
    await of('v1', `/concurrency?${range}`);
    await timed('concurrency of the week', () => of('v1', `/concurrency?${range}`), 'limit 1000 ms');
    const filters = [
      ['the same by variant', 'slice_by=variant'],
      ['the same in one language', 'language=en'],
      ['the same in one language, by variant', 'language=en&slice_by=variant'],
      ['the same of the agent’s number', `phone_number=${encodeURIComponent(AGENT_NUMBER)}`],
      ['the same of one caller’s number, by variant', `phone_number=${caller}&slice_by=variant`],
    ] as const;
    for (const [label, filter] of filters)
      await timed(label, () => of('v1', `/concurrency?${range}&${filter}`), 'limit 1000 ms');
    await timed('the first page of 1000', () => of('v3', ''));
    const { cursor } = await of('v3', '?limit=1');
    await timed('the next page of 1000', () => of('v3', `?cursor=${cursor}`));
    await timed('100 after 900,000 by offset', () => of('v3', '?limit=100&offset=900000'));
    await timed('transcript search, often found', () => search('query_type=transcript&query=delivery'));
    await timed('transcript search, never found', () => search('query_type=transcript&query=xylophone'));
    await timed('semantic search', () => search('query_type=semantic&query=how+much+is+shipping'));
    await timed('random sample', () => search('sample=random'));
    await timed('the newest 50 of the Data API', () =>
      ask(`${baseUrl}/v1/agents/${projectId}/conversations`, baseKey),
    );
    const rule = { name: 'x', operator: '>', threshold_value: 0, window_duration: '60m' };
    for (const metric of ['turn_latency_p95', 'call_volume']) {
      const answer = await fetch(`${baseUrl}/v1/alert-rules`, {
        method: 'POST',
        headers: { 'x-api-key': baseKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...rule, metric }),
      });
      const { id } = await answer.json();
      await timed(`${metric} of an hour, evaluated`, evaluate, 'limit 100 ms');
      await fetch(`${baseUrl}/v1/alert-rules/${id}`, { method: 'DELETE', headers: { 'x-api-key': baseKey } });
    }
  } finally {
    await emulator.close();
  }
}
