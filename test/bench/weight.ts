import { type Bench, busy, inRounds, type Kind, ROUNDS, visit, waitUntilIdle } from './page.ts';
import { inMs, line } from './print.ts';

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

/** Opens a conversation; resolves to its nodes, the heap in MB after a collection, and the busy time in ms. */
const open = (bench: Bench, kind: Kind, messages: number) =>
  visit(bench, { path: `/${kind}`, messages, isOpen: true }, async (page, session) => {
    if (kind === 'widget') {
      const shown = page.locator('foyer-chat [data-message-id]');
      await shown.nth(messages - 1).waitFor({ state: 'attached' });
    }
    await waitUntilIdle(page);
    const ms = await busy(session);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { nodes: await page.evaluate(countNodes), heap: usedSize / 1e6, ms };
  });

/** Nodes, heap and busy time that messages add, from a short conversation to a long one. */
async function weigh(bench: Bench, kind: Kind) {
  const few = await open(bench, kind, 2);
  const many = await open(bench, kind, MESSAGES);
  return { nodes: many.nodes / MESSAGES, heap: many.heap - few.heap, ms: many.ms - few.ms };
}

/** Measures what a long conversation weighs, compared with the reference. */
export async function weight(bench: Bench): Promise<void> {
  console.log(`\nWeight of ${MESSAGES} messages, medians of ${ROUNDS} rounds`);
  const of = await inRounds(async () => ({
    reference: await weigh(bench, 'reference'),
    widget: await weigh(bench, 'widget'),
  }));
  for (const [kind, heapGoal, nodesGoal] of [['widget', 'goal 8 MB', 'goal 9'], ['reference']] as const) {
    line(`nodes a message of the ${kind}`, of((round) => round[kind].nodes).toFixed(1), nodesGoal);
    line('  heap', `${of((round) => round[kind].heap).toFixed(1)} MB`, heapGoal);
    line('  main thread to show them', inMs(of((round) => round[kind].ms)));
  }
  const ratio = of(({ widget, reference }) => widget.ms / reference.ms);
  line('main thread to show them ÷ the reference', `${ratio.toFixed(2)}×`, 'goal 1.0×');
}
