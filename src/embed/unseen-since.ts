/** A message that came so shortly before the page was left has hardly been read. */
const READING_MS = 5_000;

/** The part of the Navigation API that is used here. */
interface NavigationApi {
  readonly activation?: { readonly from: object | null } | null;
}

/**
 * M-3.15: time from which messages are new on this page, as the chat stores nothing about what was read. A visitor who comes from
 * another page of the site had the chat there until shortly before. For anyone else every message since their own is new.
 */
export function unseenSince(): number {
  const { activation } = (globalThis as { readonly navigation?: NavigationApi }).navigation ?? {};
  const isFromSite = activation?.from || document.referrer.startsWith(`${location.origin}/`);
  return isFromSite ? performance.timeOrigin - READING_MS : 0;
}
