/** Signal that a string was executed. Each string has its own canary, which identifies it. */
export interface Canary {
  /** Script that calls the page's `__pwned` with the string's number. */
  readonly call: string;
  /** URL that must not be requested; it contains the visitor's secret. */
  readonly url: string;
}

/** Creates an attack string with a canary. */
export type AttackTemplate = (canary: Canary) => string;

/** Global function of the test page; a call means that the attack succeeded. */
export const CANARY = '__pwned';
/** Host that must get no request and no navigation. Each string has its own path there. */
export const EXIT_HOST = 'exit.test';
/** Host whose links are harmless. */
export const SHOP = 'https://shop.example/';

export const canaryOf = (number: number): Canary => ({
  call: `${CANARY}(${number})`,
  url: `https://${EXIT_HOST}/${number}?said=SECRET`,
});

/** Templates for each value of a list. */
export const templatesFor = <Value>(
  values: readonly Value[],
  create: (value: Value) => readonly AttackTemplate[],
): readonly AttackTemplate[] => values.flatMap(create);
