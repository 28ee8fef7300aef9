/** Behavioural scenario: the platform's script, the visitor's actions, and the expectations. Times are milliseconds. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly given: readonly Step[];
  readonly when: readonly Action[];
  readonly then: Readonly<Record<string, unknown>>;
}

/** Step of the script. The first key is its name, the other keys are its parameters. */
export type Step = Readonly<Record<string, unknown>>;
export type Action = { readonly after: string; readonly do: string } & Readonly<Record<string, unknown>>;

export type Verdict =
  /** `unused`: scripted answers that nothing asked for. */
  | { readonly is: 'ok'; readonly unused?: readonly string[] }
  | { readonly is: 'FAIL'; readonly failures: readonly string[] }
  | { readonly is: 'unsupported'; readonly step: string };

/** Thrown during a run when the runner cannot do or see something. */
export class Unsupported extends Error {}

export const SECRETS = {
  $CONNECTOR_TOKEN: 'connector-token-of-the-scenarios',
  $API_KEY: 'api-key-of-the-scenarios',
} as const;

/** Value of `$WS`. */
export const SOCKET_URL = 'wss://platform.example.test/ws';

const VARIABLE = /\$(?:([ST])(\d+)|WS|CONNECTOR_TOKEN|API_KEY)(?![A-Za-z0-9_])/g;

function value(name: string, kind: string | undefined, number: string | undefined): string {
  if (kind !== undefined) return `${kind === 'S' ? 'session' : 'token'}-${number}`;
  return name === '$WS' ? SOCKET_URL : SECRETS[name as keyof typeof SECRETS];
}

/** Replaces variables in a value, also inside texts. */
export function fillVariables<Value>(given: Value): Value {
  if (typeof given === 'string') return given.replace(VARIABLE, value) as Value;
  if (Array.isArray(given)) return given.map(fillVariables) as Value;
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, fillVariables(value)]),
  ) as Value;
}
