// Prints what a million conversations of one week cost the embedded platform: node bench/emulator.mjs, after a build.
import { startEmulator } from '../dist/node/emulator.js';

const COUNT = Number(process.env.BENCH_CONVERSATIONS ?? 1_000_000);
const WEEK_MS = 7 * 24 * 3_600_000;
const to = Math.floor(Date.now() / 300_000) * 300_000;
const from = to - WEEK_MS;
const range = `start_time=${new Date(from).toISOString()}&end_time=${new Date(to).toISOString()}`;

async function timed(what, run) {
  const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
  const result = await run();
  const { user, system } = process.cpuUsage(cpuBefore);
  const took = `${Math.round(performance.now() - before)} ms`;
  // On a machine with much else to do only the second figure means something.
  console.log(`${what.padEnd(40)} ${took.padStart(9)}   ${Math.round((user + system) / 1000)} ms of CPU`);
  return result;
}

const emulator = await timed(`${COUNT} conversations made and kept`, () =>
  startEmulator({ conversations: { count: COUNT, from, to } }),
);
const { platformUrl, baseUrl, accountId, projectId } = emulator;
const ask = async (url, headers) => {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
};
const platform = (path) =>
  ask(`${platformUrl}/${path.replace(':', `${accountId}/${projectId}/conversations`)}`, {
    'x-api-key': emulator.platformKey,
  });
const base = (path) =>
  ask(`${baseUrl}/v1/agents/${projectId}/conversations${path}`, { 'x-api-key': emulator.baseKey });

try {
  for (const again of ['', ', again'])
    await timed(`concurrency of the week${again}`, () => platform(`v1/:/concurrency?${range}`));
  await timed('concurrency of the week by variant', () =>
    platform(`v1/:/concurrency?${range}&slice_by=variant`),
  );
  await timed('the first page of 1000', () => platform('v3/:'));
  const { cursor } = await platform('v3/:?limit=1');
  await timed('the next page of 1000', () => platform(`v3/:?cursor=${cursor}`));
  await timed('100 after 900,000 by offset', () => platform('v3/:?limit=100&offset=900000'));
  const search = (query) => platform(`v3/:?${range}&limit=100&${query}`);
  await timed('transcript search, often', () => search('query_type=transcript&query=delivery'));
  await timed('transcript search, never', () => search('query_type=transcript&query=xylophone'));
  await timed('semantic search', () => search('query_type=semantic&query=how+much+is+shipping'));
  await timed('random sample', () => search('sample=random'));
  await timed('the newest 50 of the Data API', () => base(''));
} finally {
  await emulator.close();
}
