import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { TranscriptBlocksProps } from '../context/lazy-views.ts';
import { useWidget } from '../context/widget-context.ts';
import { type Block, splitIntoBlocks } from './blocks.ts';
import { FarBlocks, type FarElements } from './far-blocks.tsx';
import { HelpRow } from './help-row.tsx';
import { usePointedMessage } from './pointed-message.ts';
import { Row } from './row.tsx';
import { Skeleton } from './skeleton.tsx';
import { Welcome } from './welcome.tsx';

interface RowsProps extends Pick<TranscriptBlocksProps, 'scheduler'> {
  readonly block: Block;
}

function Rows({ block, scheduler }: RowsProps) {
  return (
    <div class="block" data-latest={block.after === undefined || undefined}>
      {block.ids.map((id, index) => (
        <Row
          key={id}
          id={id}
          previousId={index === 0 ? block.before : block.ids[index - 1]}
          nextId={block.ids[index + 1] ?? block.after}
          scheduler={scheduler}
        />
      ))}
    </div>
  );
}

/** Number of blocks to render per later task. Newest first in several tasks, so that the page stays responsive. */
const BLOCKS_AT_ONCE = 3;

/** The same once far blocks are text: then the layout dominates such a task, whatever the number of blocks. */
const TEXTS_AT_ONCE = 12;

/** Number of blocks rendered as rows without virtualisation. In a longer conversation, blocks far from the visible part are text. */
const MAX_OF_ROWS = 8;

/** Pause between tasks until the far blocks are known. A hidden page gets no frame to compute them. */
const DECISION_WAIT_MS = 2_000;

interface Rendered {
  blocks: readonly Block[];
  /** Index of the first rendered block. */
  first: number;
}

/**
 * True if what is rendered stays, and all that is new below it is rendered at once: that may take longer than in several tasks, but a
 * visitor who reads stays there. Else, as in a history, the newest block comes first.
 */
function stays(
  blocks: readonly Block[],
  { blocks: old, first }: Readonly<Rendered>,
  isText: boolean,
): boolean {
  const added = blocks.length - old.length;
  const isBelow = blocks[first]?.ids[0] === old[first]?.ids[0];
  return added <= 1 || (isBelow && (isText || added <= MAX_OF_ROWS));
}

/** The entries in blocks. Preact skips an element whose block is still the same object. */
export function TranscriptBlocks({ scroller, scheduler }: TranscriptBlocksProps) {
  const { chat, clock } = useWidget();
  usePointedMessage(scroller);
  const elements = useRef(new WeakMap<Block, VNode>());
  const far = useSignal<FarElements | null>(null);
  const { current: last } = useRef<Rendered>({ blocks: [], first: 0 });
  const round = useSignal(0);
  const blocks = splitIntoBlocks(chat.order.value, last.blocks);
  const least = Math.max(0, blocks.length - 1);
  const farElements = far.value;
  const first = stays(blocks, last, farElements !== null) ? Math.min(last.first, least) : least;
  Object.assign(last, { blocks, first });
  const isWaiting = !farElements && blocks.length - first >= MAX_OF_ROWS;

  useEffect(() => {
    if (first === 0) return;
    return clock.after(isWaiting ? DECISION_WAIT_MS : 0, () => {
      far.peek()?.keepPosition();
      last.first = Math.max(0, first - (farElements ? TEXTS_AT_ONCE : BLOCKS_AT_ONCE));
      round.value += 1;
    });
  }, [first, round.value, isWaiting]);

  const rowsOf = (block: Block): VNode => {
    const element = elements.current.get(block) ?? (
      <Rows key={block.ids[0]} block={block} scheduler={scheduler} />
    );
    elements.current.set(block, element);
    return element;
  };

  return (
    <>
      <Welcome />
      {blocks
        .slice(first)
        .map((block, index) => farElements?.elementOf(block, first + index) ?? rowsOf(block))}
      {blocks.length > MAX_OF_ROWS && (
        <FarBlocks scroller={scroller} blocks={blocks} first={first} far={far} />
      )}
      <Skeleton />
      <HelpRow />
    </>
  );
}
