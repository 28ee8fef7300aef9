import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AutoScroll } from '../parts.ts';
import { useScope } from '../scope.ts';
import { Icon } from '../shell/icons.tsx';
import { type Block, splitIntoBlocks } from './blocks.ts';
import { Message } from './message.tsx';
import { createPaintScheduler, type PaintScheduler } from './paint-scheduler.ts';
import { rowView } from './row-view.ts';

interface RowProps {
  readonly id: string;
  readonly previousId: string | undefined;
  readonly scheduler: PaintScheduler;
}

function Row({ id, previousId, scheduler }: RowProps) {
  const { chat, deferred } = useScope();
  const { DaySeparator, NoticeRow } = deferred.value ?? {};
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
  return NoticeRow ? <NoticeRow notice={view} /> : null;
}

function Rows({ block, scheduler }: { readonly block: Block; readonly scheduler: PaintScheduler }) {
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
function useRows(scheduler: PaintScheduler): VNode[] {
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

/** The conversation. It follows new content, unless the visitor has scrolled up. */
export function Transcript() {
  const { chat, clock, deferred, strings, nextFrame } = useScope();
  const { createAutoScroll, Suggestions, TypingIndicator } = deferred.value ?? {};
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const autoScroll = useSignal<AutoScroll | null>(null);
  const scheduler = useMemo(
    () => createPaintScheduler(nextFrame, () => autoScroll.peek()?.textPainted()),
    [nextFrame, autoScroll],
  );
  const rows = useRows(scheduler);

  useLayoutEffect(() => {
    if (!createAutoScroll || !scroller.current || !content.current || !end.current) return;
    const created = createAutoScroll(scroller.current, content.current, end.current, clock);
    created.scrollToEnd();
    autoScroll.value = created;
    return () => {
      created.dispose();
      scheduler.dispose();
    };
  }, [autoScroll, scheduler, clock, createAutoScroll]);

  // Until the deferred chunk has loaded, each new entry scrolls to the end.
  useLayoutEffect(() => {
    if (!createAutoScroll) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  });

  // The visitor's own message scrolls to the end. A message of others never moves a visitor who has scrolled up.
  const lastId = useRef<string | undefined>(undefined);
  useSignalEffect(() => {
    const id = chat.order.value.at(-1);
    if (id === undefined || id === lastId.current) return;
    lastId.current = id;
    const entry = chat.entry(id).peek();
    if (entry?.kind === 'message' && entry.author === 'user') autoScroll.peek()?.scrollToEnd();
    else autoScroll.peek()?.entryAdded();
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
      {autoScroll.value?.hasUnseen.value && (
        <button type="button" class="new-messages" onClick={() => autoScroll.value?.scrollToEnd()}>
          <Icon name="down" />
          {strings.value.newMessages}
        </button>
      )}
    </div>
  );
}
