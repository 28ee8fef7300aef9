import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { limitCombining } from '../../text/combining-marks.ts';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import type { Block } from './blocks.ts';
import { farText } from './far-text.ts';

/**
 * Fills `element` with the text of the entries, one paragraph each, outside of Preact: a far entry costs two nodes and no
 * subscription. Rows would cost ten times as much.
 */
export function fillFarBlock(element: Element, { ids }: Block, context: WidgetContext): void {
  element.replaceChildren(
    ...ids.flatMap((id) => {
      const entry = context.chat.entry(id).peek();
      if (!entry) return [];
      const paragraph = document.createElement('p');
      paragraph.dataset['messageId'] = id;
      paragraph.dataset['author'] = entry.kind === 'notice' ? entry.kind : entry.author;
      if (entry.kind === 'notice') paragraph.dataset['kind'] = entry.notice;
      else if (entry.delivery) paragraph.dataset['delivery'] = entry.delivery;
      paragraph.textContent = limitCombining(farText(entry, context));
      return paragraph;
    }),
  );
}

export interface FarBlockProps {
  readonly block: Block;
  readonly heightInPx: number;
}

/** Block that is far from the visible part: as high as its rows, with their text for find-in-page and assistive technology. */
export function FarBlock({ block, heightInPx }: FarBlockProps) {
  const context = useWidget();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    // Filled again when a name or the language changes.
    if (current) return effect(() => fillFarBlock(current, block, context));
  }, [block, context]);
  return <div class="block far" style={{ height: `${heightInPx}px` }} ref={element} />;
}
