/** Longest price with the separator before it, in characters. */
const MAX_TAIL = 24;

const PRICE =
  /(?:[,:·|]|\s[–—-])\s{1,3}((?:\p{Sc}|[A-Z]{3}|zł|kr|Kč|円|元)\s?\d[\d.,’'\s]{0,14}|\d[\d.,’'\s]{0,14}(?:\p{Sc}|[A-Z]{3}|zł|kr|Kč|円|元))$/u;

/** The title of a card, and the price at its end for a separate line: "Lamp, €49.00". */
export function splitPrice(title: string): readonly [title: string, price?: string] {
  const found = PRICE.exec(title.slice(-MAX_TAIL));
  if (!found?.[1]) return [title];
  const rest = title.slice(0, -found[0].length).trim();
  return rest ? [rest, found[1]] : [title];
}
