/** Result of checking a number while it is typed. */
export type CheckedNumber =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly problem: 'letters' | 'no-country' | 'short' | 'long' | 'country' }
  /** In the national format; the platform adds the country code. */
  | { readonly status: 'national'; readonly number: string; readonly country: string }
  | { readonly status: 'e164'; readonly number: string };

const MAX_DIGITS = 15;
const MIN_DIGITS = 2;

/** Checks a number that is to be called. Spaces, hyphens, dots and parentheses are for the eye only. */
export function checkNumber(text: string, country: string): CheckedNumber {
  const invalid = (problem: Extract<CheckedNumber, { status: 'invalid' }>['problem']) =>
    ({ status: 'invalid', problem }) as const;
  const number = text.replace(/[\s().-]/g, '');
  if (number === '') return { status: 'empty' };
  if (!/^\+?\d*$/.test(number)) return invalid('letters');
  const digits = number.replace('+', '');
  if (digits.length > MAX_DIGITS) return invalid('long');
  if (digits.length < MIN_DIGITS) return invalid('short');
  if (/^\+[1-9]/.test(number)) return { status: 'e164', number };
  if (number.startsWith('+') || country === '') return invalid('no-country');
  return /^[A-Z]{2}$/.test(country) ? { status: 'national', number, country } : invalid('country');
}
