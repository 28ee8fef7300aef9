/** A time span in words: seconds in steps of five, below a minute; minutes; hours from ninety minutes on. */
export function durationText(
  seconds: number,
  locale: string,
  unitDisplay: 'long' | 'short' = 'long',
): string {
  const [amount, unit] =
    seconds <= 55
      ? [Math.max(1, Math.ceil(seconds / 5)) * 5, 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(amount);
}
