import type { FollowedLink } from '../context/followed-link.ts';

/** True for a page of the site itself: it opens in the same tab, and the conversation follows the visitor. */
export const isOfSite = (url: string): boolean => new URL(url).origin === location.origin;

/**
 * M-14.17: decides on each pressed link of a message where it opens. `emit` tells the page and returns false if that has taken the link. A press
 * that asks the browser for a new tab is left alone. Returns an unsubscribe function.
 */
export function followLinks(root: HTMLElement, emit: (link: FollowedLink) => boolean): () => void {
  function onClick(event: MouseEvent): void {
    const anchor = (event.target as Element).closest('a');
    const messageId = anchor?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId'];
    const asksForTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!anchor || messageId === undefined || asksForTab) return;
    const { href: url } = anchor;
    if (!emit({ url, messageId })) event.preventDefault();
    // With a referrer, by which the next page knows that the visitor comes from the site (M-3.15).
    else if (isOfSite(url)) anchor.target = anchor.rel = '';
  }
  root.addEventListener('click', onClick);
  return () => root.removeEventListener('click', onClick);
}
