import { computed, type Signal, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { RowProps } from '../parts.ts';
import { useScope } from '../scope.ts';
import { type Block, splitIntoBlocks } from './blocks.ts';
import type { PaintScheduler } from './paint-scheduler.ts';

/** Unformatted text of a message, until the deferred chunk has loaded. */
function PlainRow({ id }: Pick<RowProps, 'id'>) {
  const entry = useScope().chat.entry(id).value;
  if (entry?.kind !== 'message') return null;
  return (
    <div class="row" data-message-id={id} data-author={entry.author} data-delivery={entry.delivery}>
      <div class="message-line">
        <div class="message-body">
          <div class="bubble" part="message" dir="auto">
            {entry.text}
          </div>
        </div>
      </div>
    </div>
  );
}

interface RowsProps {
  readonly block: Block;
  readonly scheduler: RowProps['scheduler'];
}

function Rows({ block, scheduler }: RowsProps) {
  const { Row = PlainRow } = useScope().deferred.value ?? {};
  return (
    <div class="block">
      {block.ids.map((id, at) => (
        <Row
          key={id}
          id={id}
          previousId={at === 0 ? block.before : block.ids[at - 1]}
          scheduler={scheduler}
        />
      ))}
    </div>
  );
}

/** Number of blocks rendered per task. A long history is rendered newest first in several tasks, which keeps the page responsive. */
const BLOCKS_AT_ONCE = 2;

/** Elements of the rendered blocks. Preact skips an element whose block is still the same object. */
function useRows(scheduler: Signal<PaintScheduler | null>): VNode[] {
  const { chat, clock } = useScope();
  const elements = useRef(new WeakMap<Block, VNode>());
  const blocks = useMemo(() => {
    let previous: readonly Block[] = [];
    return computed(() => {
      previous = splitIntoBlocks(chat.order.value, previous);
      return previous;
    });
  }, [chat]).value;
  const skipped = useRef(0);
  const count = useRef(0);
  const round = useSignal(0);
  const least = Math.max(0, blocks.length - BLOCKS_AT_ONCE);
  // Rendered blocks stay rendered. Of many new ones, as in a history, the oldest wait.
  skipped.current = least > count.current ? least : Math.min(skipped.current, least);
  count.current = blocks.length;
  const first = skipped.current;

  useEffect(() => {
    if (first === 0) return;
    return clock.after(0, () => {
      skipped.current = Math.max(0, first - BLOCKS_AT_ONCE);
      round.value += 1;
    });
  }, [first, round, round.value, clock]);

  return blocks.slice(first).map((block, at) => {
    const element = elements.current.get(block) ?? (
      <Rows key={first + at} block={block} scheduler={scheduler} />
    );
    elements.current.set(block, element);
    return element;
  });
}

/** The conversation. */
export function Transcript() {
  const { deferred, strings } = useScope();
  const { FollowEnd, Suggestions, TypingIndicator } = deferred.value ?? {};
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const scheduler = useSignal<PaintScheduler | null>(null);
  const rows = useRows(scheduler);

  // Until the deferred chunk has loaded, each new entry scrolls to the end. An empty conversation forces no layout.
  useLayoutEffect(() => {
    if (rows.length > 0 && !FollowEnd) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  });

  return (
    <div class="transcript-area">
      {/* `aria-live="off"`: a live log would read every chunk. The announcer reads complete messages. */}
      <div
        class="transcript"
        part="transcript"
        role="log"
        aria-live="off"
        aria-label={strings.value.transcript}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard.
        tabIndex={0}
        ref={scroller}
      >
        <div class="content" ref={content}>
          {rows}
          {TypingIndicator && <TypingIndicator />}
          {Suggestions && <Suggestions />}
          <div class="end-marker" ref={end} />
        </div>
      </div>
      {FollowEnd && <FollowEnd scroller={scroller} content={content} end={end} scheduler={scheduler} />}
    </div>
  );
}
