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

/** Thrown in the middle of a run, when only then it shows that this runner cannot do or see something. */
export class Unsupported extends Error {}

export const SECRETS = {
  $CONNECTOR_TOKEN: 'connector-token-of-the-scenarios',
  $API_KEY: 'api-key-of-the-scenarios',
} as const;

/** What `$WS` stands for. */
export const SOCKET_URL = 'wss://platform.example.test/ws';

const VARIABLE = /\$(?:([ST])(\d+)|WS|CONNECTOR_TOKEN|API_KEY)(?![A-Za-z0-9_])/g;

function value(name: string, kind: string | undefined, number: string | undefined): string {
  if (kind !== undefined) return `${kind === 'S' ? 'session' : 'token'}-${number}`;
  return name === '$WS' ? SOCKET_URL : SECRETS[name as keyof typeof SECRETS];
}

/** The same value with its variables filled in, also those inside of a text. */
export function filled<Value>(given: Value): Value {
  if (typeof given === 'string') return given.replace(VARIABLE, value) as Value;
  if (Array.isArray(given)) return given.map(filled) as Value;
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, it]) => [key, filled(it)])) as Value;
}
