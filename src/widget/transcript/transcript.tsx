import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PaintScheduler } from '../context/paint-scheduler.ts';
import { useWidget } from '../context/widget-context.ts';

/** Marks around the words that a greeting most often stresses: they would be visible for a moment. */
const MARKS = /(\*\*|__|`)(.+?)\1/g;

/**
 * Unformatted text of a message, until the lazy chunk has loaded. The first one is as high as its `Row`, so that the greeting
 * does not move then.
 */
function PlainRow({ id, isFirst }: { readonly id: string; readonly isFirst: boolean }) {
  const entry = useWidget().chat.entry(id).value;
  if (entry?.kind !== 'message') return null;
  return (
    <div class="row" data-message-id={id} data-author={entry.author} data-delivery={entry.delivery}>
      {isFirst && <div class="meta">{'\u00a0'}</div>}
      <div class="bubble" part="message" dir="auto">
        {entry.author === 'user' ? entry.text : entry.text.replace(MARKS, '$2')}
      </div>
    </div>
  );
}

/** Number of the latest entries that are shown until the lazy chunk has loaded. */
const PLAIN_ROWS = 100;

/** Until the lazy chunk has loaded, each new entry scrolls to the end. An empty conversation forces no layout. */
function PlainRows({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) {
  const order = useWidget().chat.order.value;
  useLayoutEffect(() => {
    if (order.length > 0) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  });
  return order.slice(-PLAIN_ROWS).map((id) => <PlainRow key={id} id={id} isFirst={id === order[0]} />);
}

/** The conversation. */
export function Transcript() {
  const { lazy, strings } = useWidget();
  const { FollowEnd, Suggestions, TranscriptBlocks, TypingIndicator } = lazy.value ?? {};
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const scheduler = useSignal<PaintScheduler | null>(null);

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
          {TranscriptBlocks ? (
            <TranscriptBlocks scroller={scroller} scheduler={scheduler} />
          ) : (
            <PlainRows scroller={scroller} />
          )}
          {TypingIndicator && <TypingIndicator />}
          {Suggestions && <Suggestions />}
          <div class="end-marker" ref={end} />
        </div>
      </div>
      {FollowEnd && <FollowEnd scroller={scroller} content={content} end={end} scheduler={scheduler} />}
    </div>
  );
}
