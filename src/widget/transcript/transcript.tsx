import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useScope } from '../scope.ts';
import { type Block, splitIntoBlocks } from './blocks.ts';
import { Message } from './message.tsx';
import type { PaintScheduler } from './paint-scheduler.ts';
import { rowView } from './row-view.ts';

interface RowProps {
  readonly id: string;
  readonly previousId: string | undefined;
  readonly scheduler: Signal<PaintScheduler | null>;
}

function Row({ id, previousId, scheduler }: RowProps) {
  const { chat, deferred } = useScope();
  const { DaySeparator, Notice } = deferred.value ?? {};
  const view = useMemo(() => rowView(chat, id, previousId), [chat, id, previousId]).value;
  if (view === undefined) return null;
  if (view.kind === 'message') {
    return (
      <>
        {view.startsDay && DaySeparator && <DaySeparator at={view.at} />}
        <Message message={view} scheduler={scheduler} />
      </>
    );
  }
  return Notice ? <Notice notice={view} /> : null;
}

function Rows({
  block,
  scheduler,
}: {
  readonly block: Block;
  readonly scheduler: Signal<PaintScheduler | null>;
}) {
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
  const previous = useRef<readonly Block[]>([]);
  const elements = useRef(new WeakMap<Block, VNode>());
  const blocks = useComputed(() => {
    previous.current = splitIntoBlocks(chat.order.value, previous.current);
    return previous.current;
  }).value;
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

  // Until the deferred chunk has loaded, each new entry scrolls to the end.
  useLayoutEffect(() => {
    if (!FollowEnd) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
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
