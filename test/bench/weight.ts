import type { Browser } from 'playwright';
import { busy, inNewPage, type Kind, line, measuring, median, OPEN, ROUNDS, waitUntilIdle } from './page.ts';
import type { BenchServer } from './server.ts';

const MESSAGES = 5_000;

/** Nodes of the conversation, with their texts. */
const countNodes = () => {
  const root = document.querySelector('foyer-chat')?.shadowRoot?.querySelector('.content');
  const walker = document.createTreeWalker(
    root ?? document.querySelector('.scroller') ?? document,
    NodeFilter.SHOW_ALL,
  );
  let nodes = 0;
  while (walker.nextNode()) nodes += 1;
  return nodes;
};

interface Weight {
  readonly nodes: number;
  readonly heap: number;
  readonly ms: number;
}

/** Opens a conversation; resolves to its nodes, the heap in MB after a collection, and the busy time in ms. */
const open = (browser: Browser, server: BenchServer, kind: Kind, messages: number): Promise<Weight> =>
  inNewPage(browser, async (page) => {
    server.withHistory(messages);
    const session = await measuring(page);
    await page.goto(`${server.url}/${kind}`);
    await OPEN[kind](page);
    if (kind === 'widget')
      await page
        .locator('foyer-chat [data-message-id]')
        .nth(messages - 1)
        .waitFor({ state: 'attached' });
    await waitUntilIdle(page);
    await waitUntilIdle(page);
    const ms = await busy(session);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { nodes: await page.evaluate(countNodes), heap: usedSize / 1e6, ms };
  });

/** Nodes, heap and busy time that messages add, from a short conversation to a long one. */
async function weigh(browser: Browser, server: BenchServer, kind: Kind): Promise<Weight> {
  const few = await open(browser, server, kind, 2);
  const many = await open(browser, server, kind, MESSAGES);
  return { nodes: many.nodes / MESSAGES, heap: many.heap - few.heap, ms: many.ms - few.ms };
}

/** Measures what a long conversation weighs, compared with the reference. */
export async function weight(browser: Browser, server: BenchServer): Promise<void> {
  console.log(`\nWeight of ${MESSAGES} messages, medians of ${ROUNDS} rounds`);
  const runs: Record<Kind, Weight>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    runs.push({
      reference: await weigh(browser, server, 'reference'),
      widget: await weigh(browser, server, 'widget'),
    });
  const of = (kind: Kind, key: keyof Weight) => median(runs.map((run) => run[kind][key]));
  line('nodes a message', of('widget', 'nodes').toFixed(1), 'goal 9');
  line('  of the reference', of('reference', 'nodes').toFixed(1));
  line('heap', `${of('widget', 'heap').toFixed(1)} MB`, 'goal 8 MB');
  line('  of the reference', `${of('reference', 'heap').toFixed(1)} MB`);
  line('main thread to show them', `${of('widget', 'ms').toFixed(0)} ms`);
  line('  of the reference', `${of('reference', 'ms').toFixed(0)} ms`);
  const ratio = median(runs.map(({ widget, reference }) => widget.ms / reference.ms));
  line('main thread to show them ÷ the reference', `${ratio.toFixed(2)}×`, 'goal 1.0×');
}
