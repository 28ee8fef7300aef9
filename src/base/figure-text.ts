/** Figures for people: at most three significant digits, with the same words on every page. */

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A narrow no-break space. */
const THIN = '\u202f';
export const NONE = '–';

/** `12 480` */
export const countText = (value: number): string => count.format(value).replaceAll(',', THIN);

/** `0.82` */
export const significantText = (value: number): string => significant.format(value);

/** `18.2 %` of a share between 0 and 1. */
export const shareText = (share: number): string => `${significant.format(share * 100)}${THIN}%`;

/** `820 ms`, `1.4 s`. */
export const latencyText = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)}${THIN}ms` : `${significant.format(Math.round(ms / 100) / 10)}${THIN}s`;

/** `4:12`, `1:04:12` of seconds. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}

export type Unit = 'count' | 'latency' | 'share';

/** `+12 %`, `−3 %`, `same`, of shares `+4.0 points`; undefined without anything to compare with. */
export function changeText(unit: Unit, now: number, before: number): string | undefined {
  const isShare = unit === 'share';
  if (before === 0 && !isShare) return undefined;
  const change = (100 * (now - before)) / (isShare ? 1 : before);
  const size = Math.abs(change);
  if (size < (isShare ? 0.05 : 0.5)) return 'same';
  return `${change > 0 ? '+' : '−'}${isShare ? `${size.toFixed(1)} points` : `${countText(size)}${THIN}%`}`;
}

/** Formats of the units. */
export const TEXT_OF: Readonly<Record<Unit, (value: number) => string>> = {
  count: countText,
  latency: latencyText,
  share: shareText,
};

const OPERATORS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤' };
/** Display form of a condition's operator. */
export const operatorText = (operator: string): string => OPERATORS[operator] ?? operator;
