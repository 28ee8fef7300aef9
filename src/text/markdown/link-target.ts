/** M-6.31 */

/** Target, and a title that is ignored. */
const TARGET = /^(?:<([^<>]*)>|([^<>]*?))(?:\s(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/;

/** Decoded address: HTML writes `&` as `&amp;`. */
export const decoded = (address: string): string => address.replace(/&amp;/gi, '&');

/** The whole target between the parentheses of a link; empty if it is none. It may contain spaces: `tel:0800 123 456`. */
export function targetOf(source: string): string {
  const [, bracketed, bare = ''] = TARGET.exec(source.trim()) ?? [];
  // A title without its end.
  const target = bracketed ?? (/\s"/.test(bare) ? '' : bare);
  return decoded(target.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
}

/** The `href` of a tag. */
export function hrefOf(tag: string): string {
  const [, double, single, bare = ''] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? [];
  return decoded(double ?? single ?? bare);
}

/** Class of characters that end a bare address: brackets and quotes, sentence marks of other scripts, direction controls (S-32). */
export const NOT_IN_URL =
  '<>|*`\\s"\\\\\\]\\xab\\xbb\\u060c\\u061b-\\u061f\\u06d4\\u0964\\u0965\\u200e\\u200f\\u201c-\\u201f\\u2039\\u203a\\u2066-\\u2069\\u3001-\\u3003\\u3008-\\u301f\\uff01-\\uff65';

/** An address without the punctuation that ends its sentence. */
const BARE_URL = /^https?:\/\/.*[^.,;:!?'’…}_~]/i;
/** Letters and digits directly before a bare address: there it is no address. */
const INSIDE_WORD = /[\p{sc=Latn}\d]/u;

/** The bare address at the beginning of `source`, behind the character `previous`; empty if there is none. */
export function bareUrl(source: string, previous: string): string {
  const url = BARE_URL.exec(source)?.[0] ?? '';
  return url && INSIDE_WORD.test(previous) ? '' : url;
}

const AUTOLINK = new RegExp(
  `^<(?:((?:https?:|mailto:|tel:)[^${NOT_IN_URL}]*)|([\\w.!#$%&'+/=?^{}~-]+@[\\w-]+(?:\\.[\\w-]+)+))>$`,
  'i',
);

/** The address between angle brackets, and its label; undefined if they contain none. */
export function autolink(source: string): { readonly target: string; readonly label: string } | undefined {
  const [, url, mail] = AUTOLINK.exec(source) ?? [];
  if (mail) return { target: `mailto:${mail}`, label: mail };
  return url ? { target: url, label: url } : undefined;
}
