/** A message that came shortly before the visitor left the page was probably not read. */
const READING_MS = 5_000;

/** The used part of the Navigation API. */
interface NavigationApi {
  readonly activation?: { readonly from: object | null } | null;
}

/**
 * M-3.15: time from which messages are new on this page, because the chat does not store the read state. A visitor who comes from
 * another page of the site had the chat there until shortly before. For anyone else every message since their own is new.
 */
export function unseenSince(): number {
  const { activation } = (globalThis as { readonly navigation?: NavigationApi }).navigation ?? {};
  const isFromSite = activation?.from || document.referrer.startsWith(`${location.origin}/`);
  return isFromSite ? performance.timeOrigin - READING_MS : 0;
}
