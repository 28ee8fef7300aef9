import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundle } from '../support/bundle.ts';
import type { FiguresDemo, Usage } from './figures-process.ts';
import { line, ms } from './page.ts';

const HISTORY = '/metric-history?metric=turn_latency_p95&window_duration=60m';
const AT_ONCE = 10;

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send('usage');
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}

/** The longest answer of `/healthz` while something happens. */
async function longestHealthCheck(url: string, meanwhile: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = meanwhile.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const startedAt = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - startedAt);
    await wait(2);
  }
  await ended;
  return longest;
}

/** Measures what figures cost a relay that has read 400 busy days, and whether they hold up visitors. */
export async function figures(): Promise<void> {
  const { file, remove } = await bundle(fileURLToPath(new URL('figures-process.ts', import.meta.url)));
  const child = fork(file, { execArgv: ['--expose-gc'] });
  try {
    const [{ relayUrls, adminKey, storeMb }] = (await once(child, 'message')) as [FiguresDemo];
    const [first = '', other = ''] = relayUrls;
    const ask = async (url: string, path: string) => {
      const answer = await fetch(`${url}/admin/v1${path}`, {
        headers: { Authorization: `Bearer ${adminKey}` },
      });
      if (!answer.ok) throw new Error(`expected figures; got status ${answer.status}`);
      await answer.arrayBuffer();
    };
    const costOf = async (path: string) => {
      const { processorMs: before } = await usageOf(child);
      await ask(first, path);
      return (await usageOf(child)).processorMs - before;
    };
    // Relays have read all that they read at their start.
    await wait(3_000);
    line('rollups of 400 busy days with the ids behind figures, in memory', `${storeMb.toFixed(0)} MB`);
    const [cold, warm] = [await costOf(HISTORY), await costOf(HISTORY)];
    line('metric of a rule, the first call of a relay', ms(cold), `processor; the second ${ms(warm)}`);
    await ask(first, '/overview');
    line('overview of a day, warm', ms(await costOf('/overview')), 'processor');
    const usual = await longestHealthCheck(other, wait(500));
    await usageOf(child);
    const longest = await longestHealthCheck(
      other,
      Promise.all(Array.from({ length: AT_ONCE }, () => ask(other, HISTORY))),
    );
    const { longestTurnMs } = await usageOf(child);
    line(
      `longest work of the relay at a stretch, with ${AT_ONCE} of these first calls at once`,
      ms(longestTurnMs),
      `goal 50 ms; /healthz beside them took ${ms(longest)} at most, else ${ms(usual)}`,
    );
  } finally {
    child.kill();
    remove();
  }
}
