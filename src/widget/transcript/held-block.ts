import type { Chat } from '../../chat/chat.ts';
import type { ImagePolicy } from '../../text/remote-image.ts';
import type { Block } from './blocks.ts';

/** True if an entry of the block changes or can be retried: its row must stay. */
export const isInProgress = ({ ids }: Block, chat: Pick<Chat, 'entry'>): boolean =>
  ids.some((id) => {
    const entry = chat.entry(id).peek();
    if (entry?.kind !== 'message') return false;
    return (
      entry.streaming ||
      entry.canRetry === true ||
      entry.delivery === 'sending' ||
      entry.delivery === 'failed'
    );
  });

/** True if the element shows a picture that loaded only because the visitor chose it (S-28). */
export const hasChosenImage = (element: Element, hosts: ImagePolicy['hosts']): boolean =>
  [...element.querySelectorAll<HTMLImageElement>('img:not(.avatar)')].some(
    ({ src }) => !hosts.includes(new URL(src).host),
  );

/** The visitor's selection below `root`, also inside of a shadow root; undefined if it is collapsed. */
export function selectedRange(root: Node): StaticRange | undefined {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  // Browsers without the method report no selection inside of a shadow root.
  const [range] =
    selection.getComposedRanges?.({ shadowRoots: root instanceof ShadowRoot ? [root] : [] }) ?? [];
  return range?.collapsed === false ? range : undefined;
}

/** True if a range touches an element. */
export function touches({ startContainer, endContainer }: StaticRange, element: Element): boolean {
  if (element.contains(startContainer) || element.contains(endContainer)) return true;
  const isAfter = (one: Node, other: Node) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isAfter(startContainer, element) && isAfter(element, endContainer);
}
