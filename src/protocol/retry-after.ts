import { RETRY_AFTER_MAX_MS, RETRY_AFTER_MIN_MS } from './limits.ts';

/** When the platform throttles without saying for how long. */
const UNSAID_MS = 5_000;

/** How long to wait by a `Retry-After` of seconds or of a date, brought into 1–30 s (spec messaging §14). */
export function retryInMs(header: string | null, now: number): number {
  const value = header?.trim() ?? '';
  const asked = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Math.min(RETRY_AFTER_MAX_MS, Math.max(RETRY_AFTER_MIN_MS, Number.isNaN(asked) ? UNSAID_MS : asked));
}
