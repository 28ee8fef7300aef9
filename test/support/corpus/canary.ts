/** What tells that a string was more than text. Each string has a canary of its own, so that a song names its singer. */
export interface Canary {
  /** A script: calls the page's `__pwned` with the string's number. */
  readonly call: string;
  /** An address that nobody may ask for; the visitor's secret is in it. */
  readonly url: string;
}

/** A string that is made around a canary. */
export type Shape = (canary: Canary) => string;

/** The function that the page waits with; calling it is the breach. */
export const CANARY = '__pwned';
/** Nobody's host: a request there, or a page there, is the breach. Below it, each string has a path of its own. */
export const EXIT_HOST = 'exit.test';
/** A host whose links are harmless. */
export const SHOP = 'https://shop.example/';

export const canaryOf = (number: number): Canary => ({
  call: `${CANARY}(${number})`,
  url: `https://${EXIT_HOST}/${number}?said=SECRET`,
});

/** Every shape that `make` gives for each of `things`. */
export const shapes = <Thing>(
  things: readonly Thing[],
  make: (thing: Thing) => readonly Shape[],
): readonly Shape[] => things.flatMap(make);
