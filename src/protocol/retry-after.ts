import { RETRY_AFTER_MAX_MS, RETRY_AFTER_MIN_MS } from './limits.ts';

/** The wait when the header is absent or unreadable. */
const DEFAULT_MS = 5_000;

/** Milliseconds to wait for a `Retry-After` in seconds or as a date. M-14.9: the wait is brought into 1–30 s. */
export function retryInMs(header: string | null, now: number): number {
  const value = header?.trim() ?? '';
  const asked = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Math.min(RETRY_AFTER_MAX_MS, Math.max(RETRY_AFTER_MIN_MS, Number.isNaN(asked) ? DEFAULT_MS : asked));
}
