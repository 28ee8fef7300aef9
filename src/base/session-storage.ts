/** Reach of the stored session id: all pages of the browser, one tab, or the memory of one page. */
export const REMEMBER = ['browser', 'tab', 'page'] as const;
export type Remember = (typeof REMEMBER)[number];

/** Storage of that reach. Throws where the browser blocks it, and for a page, which has none. */
export function storageOf(remember?: Remember): Storage {
  if (remember === 'page') throw 0;
  return remember === 'tab' ? sessionStorage : localStorage;
}
