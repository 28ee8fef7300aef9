import type { Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread in microseconds. Unlike the duration, other programs do not lengthen it. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Traces the tasks of pages. The returned function ends it, with the processor time of the longest in milliseconds. Chromium only. */
export async function traceLongestTask(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser of its own');
  await browser.startTracing(page, { categories: ['toplevel'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: readonly TraceEvent[];
    };
    const threads = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = traceEvents.filter(
      ({ name, pid, tid, tdur }) => name.endsWith('RunTask') && tdur && threads.has(`${pid} ${tid}`),
    );
    if (tasks.length === 0) throw new Error('the trace has no tasks');
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
  };
}

/** Processor time of the longest task of pages during `work`, in milliseconds. */
export async function longestTaskInMs(page: Page, work: () => Promise<void>): Promise<number> {
  const stop = await traceLongestTask(page);
  await work();
  return stop();
}
