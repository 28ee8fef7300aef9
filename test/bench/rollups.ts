import { startEmulator } from '../../src/emulator/index.ts';
import { DAY_MS } from '../../src/relay/admin/insights/thinning.ts';
import { line } from './print.ts';
import { startProcess } from './processes.ts';
import type { Rollups } from './rollups-process.ts';

const CONVERSATIONS = 100_000;
const WARM_UP = 2_000;

/**
 * Measures how fast a relay adds up conversations, and what that adds to its memory. The heap is limited, because Node does not
 * collect a page before it has to.
 */
export async function rollups(): Promise<void> {
  console.log('\nRollups of a day');
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const startPlatform = (count: number) =>
    startEmulator({ conversations: { count, seed: 1, from: to - DAY_MS, to } });
  const [few, many] = [await startPlatform(WARM_UP), await startPlatform(CONVERSATIONS)] as const;
  const relay = await startProcess<Rollups>('rollups-process.ts', {
    execArgv: ['--max-old-space-size=64'],
  });
  const read = ({ platformUrl, platformKey, accountId, projectId }: typeof few) =>
    relay.ask('readDay', { url: platformUrl, key: platformKey, accountId, projectId }, to);
  // Code is compiled and the heap has its size before anything is measured.
  await read(few);
  const before = await relay.ask('memory');
  const startedAt = performance.now();
  const conversations = await read(many);
  const seconds = (performance.now() - startedAt) / 1_000;
  const grown = Math.max(0, (await relay.ask('memory')).peak - before.resident) / 2 ** 20;
  line(
    `rollup of ${conversations} conversations`,
    `+${Math.round(grown)} MB`,
    `the relay's memory, goal 30; ${Math.round(conversations / seconds)} a second without the request budget`,
  );
  relay.close();
  for (const platform of [few, many]) await platform.close();
}
