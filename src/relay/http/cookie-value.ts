const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

function trimmed(pair: string): string {
  let [from, to] = [0, pair.length];
  while (from < to && isBlank(pair[from])) from += 1;
  while (to > from && isBlank(pair[to - 1])) to -= 1;
  return pair.slice(from, to);
}

/**
 * The values of a cookie in the header `Cookie`. By RFC 6265 only blanks and tabs surround a pair. Trimming more would accept a
 * cookie with another name, set by any sibling domain, as one with the prefix `__Host-` (S-131).
 */
export function cookieValues(name: string, cookies: string | null): readonly string[] {
  const start = `${name}=`;
  return (cookies ?? '')
    .split(';')
    .map(trimmed)
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}

/** The value of a cookie; undefined if it is missing, or ambiguous because several have the name. */
export function cookieValue(name: string, cookies: string | null): string | undefined {
  const [value, another] = cookieValues(name, cookies);
  return another === undefined ? value : undefined;
}
