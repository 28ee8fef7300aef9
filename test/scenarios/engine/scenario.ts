/** A behavioural scenario: the far side's script, the visitor's acts, and what must hold. Times are milliseconds. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly given: readonly Step[];
  readonly when: readonly Act[];
  readonly then: Readonly<Record<string, unknown>>;
}

/** One step; its name is its first key, its parameters stand beside it. */
export type Step = Readonly<Record<string, unknown>>;
export type Act = { readonly after: string; readonly do: string } & Readonly<Record<string, unknown>>;

export type Verdict =
  | { readonly is: 'ok' }
  | { readonly is: 'FAIL'; readonly faults: readonly string[] }
  | { readonly is: 'unsupported'; readonly step: string };

const VARIABLES: Readonly<Record<string, string>> = {
  $S1: 'session-1',
  $S2: 'session-2',
  $T1: 'token-1',
  $T2: 'token-2',
  $WS: 'wss://platform.example.test/ws',
};

/** The same value with its variables filled in. */
export function filled<Value>(value: Value): Value {
  if (typeof value === 'string') return (VARIABLES[value] ?? value) as Value;
  if (Array.isArray(value)) return value.map(filled) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, filled(it)])) as Value;
}

/** Equal as values: key order does not matter, everything else does. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
