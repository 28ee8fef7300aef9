/** Reach of the stored session id: all pages of the browser, one tab, or the memory of one page. */
export const REMEMBER = ['browser', 'tab', 'page'] as const;
export type Remember = (typeof REMEMBER)[number];

/** Format of a session id. Any other value is foreign, and would fail each call. */
export const SESSION_ID = /^[\w-][\w.~:-]{0,127}$/;

/** Storage of that reach; undefined for a page. Throws where the browser blocks storage. */
export const storageOf = (remember?: Remember): Storage | undefined =>
  remember === 'tab' ? sessionStorage : remember === 'page' ? undefined : localStorage;
