import type { BrowserContext, CDPSession, Page as Tab } from 'playwright';

/** Memory of a page after garbage collection, from the browser's own tools. */
export interface Heap {
  /** Remembers the present memory as the baseline. */
  remember(): Promise<void>;
  /** Resolves to undefined for anything but memory. */
  measure(what: string): Promise<number | undefined>;
}

export function createHeap(context: BrowserContext, tab: Tab): Heap {
  let session: CDPSession | undefined;
  let before = { kb: 0, nodes: 0 };

  async function read() {
    session ??= await context.newCDPSession(tab);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    return { kb: usedSize / 1_024, nodes };
  }

  return {
    async remember() {
      before = await read();
    },
    async measure(what) {
      switch (what) {
        case 'heap_mb_max':
          return (await read()).kb / 1_024;
        case 'heap_growth_kb':
          return (await read()).kb - before.kb;
        case 'detached_nodes':
          return (await read()).nodes - before.nodes;
        default:
          return undefined;
      }
    },
  };
}
