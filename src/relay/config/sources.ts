import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Files } from './files.ts';

/** Why the relay does not start; `expected` describes a right value, never the one found. */
export interface ConfigFault {
  readonly key: string;
  readonly is: 'missing' | 'malformed';
  readonly expected: string;
}

const CONFIG_FILE = 'foyer.config.json';

/** Keys whose value may stand in a file of its own, named by `<KEY>_FILE`. */
const SECRETS = [
  'FOYER_CONNECTOR_TOKEN',
  'FOYER_BASE_API_KEY',
  'FOYER_PLATFORM_API_KEY',
  'FOYER_OUTBOUND_TOKEN',
  'FOYER_ADMIN_KEYS',
  'FOYER_WEBHOOK_SECRETS',
  'FOYER_STORE_URL',
];

const fileShape = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

type Values = Record<string, string | undefined>;

/** The values of `foyer.config.json` as text: numbers are spelled out, lists joined with commas. */
function readConfigFile(keys: readonly string[], files: Files, faults: ConfigFault[]): Values {
  const text = files.read(CONFIG_FILE);
  if (text === undefined) return {};
  const parsed = fileShape.safeParse(parseJson(text));
  if (!parsed.success) {
    const expected = 'a JSON object of FOYER_ keys with strings, numbers or lists of strings';
    faults.push({ key: CONFIG_FILE, is: 'malformed', expected });
    return {};
  }
  const known = new Set([...keys, ...SECRETS.map((key) => `${key}_FILE`)]);
  // A misspelled key would otherwise be a setting that silently does nothing. (The environment is not checked so:
  // a container platform puts variables of its own there.)
  for (const key of Object.keys(parsed.data).filter((it) => !known.has(it))) {
    faults.push({ key: `${CONFIG_FILE}: ${key}`, is: 'malformed', expected: 'a key of the documentation' });
  }
  return Object.fromEntries(Object.entries(parsed.data).map(([key, value]) => [key, String(value)]));
}

/** The raw text of each key that is set anywhere. An empty value counts as not set: that is how a shell unsets. */
export function readSettings(
  keys: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): { values: Values; faults: ConfigFault[] } {
  const faults: ConfigFault[] = [];
  const sources = [env, readConfigFile(keys, files, faults)];
  const values: Values = {};
  for (const key of keys) {
    const fileKey = SECRETS.includes(key) ? `${key}_FILE` : undefined;
    const source = sources.find((it) => it[key] || (fileKey && it[fileKey]));
    const path = fileKey && source?.[fileKey];
    if (!path) {
      values[key] = source?.[key] || undefined;
    } else if (source[key]) {
      faults.push({ key, is: 'malformed', expected: `a value here or in ${fileKey}, not both` });
    } else {
      values[key] = files.read(path)?.trim();
      if (!values[key]) {
        faults.push({ key: fileKey, is: 'malformed', expected: 'the path of a readable file with one line' });
      }
    }
  }
  return { values, faults };
}
