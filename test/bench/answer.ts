import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Questions to a process of the benchmark. */
export type Actions = Readonly<Record<string, (...given: never[]) => unknown>>;

/** Memory of a process in bytes. */
export interface Memory {
  readonly used: number;
  readonly resident: number;
  readonly peak: number;
  /** Sockets, timers and the like, by Node's names. */
  readonly resources: Readonly<Record<string, number>>;
}

function peak(): number {
  const { maxRSS } = process.resourceUsage();
  // Linux counts the memory of the parent, which has forked, as that of the child.
  if (process.platform !== 'linux') return maxRSS * 1_024;
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;
}

async function memory(): Promise<Memory> {
  // Twice, because the first collection may release objects that hold others.
  for (let nth = 0; globalThis.gc && nth < 2; nth++) {
    globalThis.gc();
    await pause(200);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  return { used: heapUsed + external, resident: rss, peak: peak(), resources };
}

/** Tells the parent that this process is ready, and does what the parent asks. See `startProcess`. */
export function answer(actions: Actions, ready: object = { url: '' }): void {
  const all: Actions = { memory, ...actions };
  process.on('message', async ({ action, given }: { action: string; given: never[] }) => {
    process.send?.((await all[action]?.(...given)) ?? null);
  });
  process.on('disconnect', () => process.exit());
  process.send?.(ready);
}
