/** Comparison of found and expected values: whole values, order included. */

export type Expected = Readonly<Record<string, unknown>>;
export type Range = readonly [least: number, most: number];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const isRecord = (value: unknown): value is Expected => typeof value === 'object' && value !== null;

/** Value of the key before a `$same`, else of the key after it. */
function neighbourValue(found: Expected, key: string): unknown {
  const keys = Object.keys(found);
  const at = keys.indexOf(key);
  return found[keys[at - 1] ?? keys[at + 1] ?? key];
}

/**
 * Compares values; only the order of keys does not matter. `$uuid` matches any UUID v4, `$same` the value of the
 * neighbouring key.
 */
export function matches(found: unknown, expected: unknown): boolean {
  if (expected === '$uuid') return typeof found === 'string' && UUID.test(found);
  if (Object.is(found, expected)) return true;
  if (!isRecord(found) || !isRecord(expected)) return false;
  const keys = Object.keys(expected);
  return (
    Array.isArray(found) === Array.isArray(expected) &&
    keys.length === Object.keys(found).length &&
    keys.every(
      (key) =>
        Object.hasOwn(found, key) &&
        (expected[key] === '$same'
          ? found[key] === neighbourValue(found, key)
          : matches(found[key], expected[key])),
    )
  );
}

export const within = (value: number | undefined, [least, most]: Range): boolean =>
  value !== undefined && value >= least && value <= most;

export const shortJson = (value: unknown): string => String(JSON.stringify(value)).slice(0, 400);

export const difference = (what: string, found: unknown, expected: unknown): string[] =>
  matches(found, expected) ? [] : [`${what}: expected ${shortJson(expected)}, found ${shortJson(found)}`];

/** Returns a failure unless the condition holds. */
export const failUnless = (holds: boolean, what: string, expected: unknown, found: unknown): string[] =>
  holds ? [] : [`${what}: expected ${shortJson(expected)}, found ${shortJson(found)}`];
