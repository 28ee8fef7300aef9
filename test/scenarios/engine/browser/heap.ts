import type { BrowserContext, CDPSession, Page as Tab } from 'playwright';

/** What the browser's own tools say of a page's memory, after everything that can go has gone. */
export interface Heap {
  /** What is there by now is no growth. */
  remember(): Promise<void>;
  /** undefined: nothing of these tools'. */
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
