import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Block, blocksOf } from './blocks.ts';
import { createFollow, type Follow } from './follow.ts';
import { Icon } from './icons.tsx';
import { Message } from './message.tsx';
import { createPainter, type Painter } from './painter.ts';
import { rowView } from './row-view.ts';
import { useScope } from './scope.ts';

interface RowProps {
  readonly id: string;
  readonly previousId: string | undefined;
  readonly painter: Painter;
}

function Row({ id, previousId, painter }: RowProps) {
  const { chat, extras } = useScope();
  const { Day, Notice } = extras.value ?? {};
  const view = useMemo(() => rowView(chat, id, previousId), [chat, id, previousId]).value;
  if (view === undefined) return null;
  if (view.kind === 'message') {
    return (
      <>
        {view.startsDay && Day && <Day at={view.at} />}
        <Message message={view} painter={painter} />
      </>
    );
  }
  return Notice ? <Notice notice={view} /> : null;
}

function Rows({ block, painter }: { readonly block: Block; readonly painter: Painter }) {
  return (
    <div class="block">
      {block.ids.map((id, at) => (
        <Row key={id} id={id} previousId={at === 0 ? block.before : block.ids[at - 1]} painter={painter} />
      ))}
    </div>
  );
}

/** How many blocks are drawn at once; a long history goes on in later tasks, newest first, and blocks nothing. */
const BLOCKS_AT_ONCE = 2;

/** The blocks that are drawn so far, as elements that Preact skips while their block stays the same object. */
function useRows(painter: Painter): VNode[] {
  const { chat, clock } = useScope();
  const known = useRef<readonly Block[]>([]);
  const elements = useRef(new WeakMap<Block, VNode>());
  const blocks = useComputed(() => {
    known.current = blocksOf(chat.order.value, known.current);
    return known.current;
  }).value;
  const drawn = useSignal(BLOCKS_AT_ONCE);
  const isPartial = blocks.length > drawn.value;

  useEffect(() => {
    if (!isPartial) return;
    return clock.after(0, () => {
      drawn.value += BLOCKS_AT_ONCE;
    });
  }, [isPartial, drawn, drawn.value, clock]);

  const skipped = Math.max(0, blocks.length - drawn.value);
  return blocks.slice(skipped).map((block, at) => {
    const element = elements.current.get(block) ?? (
      <Rows key={skipped + at} block={block} painter={painter} />
    );
    elements.current.set(block, element);
    return element;
  });
}

/** The conversation. It scrolls with its end, unless the visitor reads further up. */
export function Transcript() {
  const { chat, clock, extras, strings, nextFrame } = useScope();
  const { Suggestions, Typing } = extras.value ?? {};
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const follow = useSignal<Follow | null>(null);
  const painter = useMemo(
    () => createPainter(nextFrame, () => follow.peek()?.painted()),
    [nextFrame, follow],
  );
  const rows = useRows(painter);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !end.current) return;
    const created = createFollow(scroller.current, content.current, end.current, clock);
    created.toEnd();
    follow.value = created;
    return () => {
      created.dispose();
      painter.dispose();
    };
  }, [follow, painter, clock]);

  // What the visitor sends is always shown; what others write never moves one who reads further up.
  const lastId = useRef<string | undefined>(undefined);
  useSignalEffect(() => {
    const id = chat.order.value.at(-1);
    if (id === undefined || id === lastId.current) return;
    lastId.current = id;
    const entry = chat.entry(id).peek();
    if (entry?.kind === 'message' && entry.author === 'user') follow.peek()?.toEnd();
    else follow.peek()?.grown();
  });

  return (
    <div class="middle">
      {/* Silent while text streams in: what is complete is announced by the panel (WAI-ARIA `log` would read each piece). */}
      <div
        class="transcript"
        part="transcript"
        role="log"
        aria-live="off"
        aria-label={strings.value.transcript}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller has to be reachable by keyboard.
        tabIndex={0}
        ref={scroller}
      >
        <div class="content" ref={content}>
          {rows}
          {Typing && <Typing />}
          {Suggestions && <Suggestions />}
          <div class="end" ref={end} />
        </div>
      </div>
      {follow.value?.hasUnseen.value && (
        <button type="button" class="pill" onClick={() => follow.value?.toEnd()}>
          <Icon name="down" />
          {strings.value.newMessages}
        </button>
      )}
    </div>
  );
}
