import { WORDS } from './words.ts';
import { timeText, type Zone } from './zone.ts';

/** A range of time: the last hours up to now, or fixed times. Milliseconds since the epoch. */
export interface Range {
  /** Undefined for a range between two times. */
  readonly last: Last | undefined;
  readonly from: number;
  readonly to: number;
}

const HOUR_MS = 3_600_000;

/** Milliseconds of the ranges up to now, in the order of the menu. */
export const LAST_MS = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
} as const;
export type Last = keyof typeof LAST_MS;

const DEFAULT_LAST = '24h';

const isLast = (text: string): text is Last => Object.hasOwn(LAST_MS, text);

/** Reads the range of an address: `range=24h`, or `from` and `to` in ISO 8601. Anything else is the last 24 hours. */
export function readRange(query: URLSearchParams, now: number): Range {
  const [from, to] = [query.get('from'), query.get('to')].map((time) => Date.parse(time ?? ''));
  if (from !== undefined && to !== undefined && from < to) return { last: undefined, from, to };
  const text = query.get('range') ?? '';
  const last = isLast(text) ? text : DEFAULT_LAST;
  return { last, from: now - LAST_MS[last], to: now };
}

/** `the last 24 hours`, or from a time to another. */
export const rangeText = ({ last, from, to }: Range, now: number, zone: Zone): string =>
  last === undefined
    ? `${timeText(from, now, zone)} – ${timeText(to, now, zone)}`
    : `the ${WORDS.ranges[last].toLowerCase()}`;

/** The parameters of an address for a range; null removes one. */
export const writeRange = (range: Last | { readonly from: number; readonly to: number }) =>
  typeof range === 'string'
    ? { range: range === DEFAULT_LAST ? null : range, from: null, to: null }
    : { range: null, from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
