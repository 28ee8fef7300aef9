import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { jsonErrorIn } from '../../base/json-place.ts';
import { nearestOf } from '../../base/nearest.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Files } from './files.ts';

/** An issue that prevents startup. `expected` describes a valid value and never contains the actual one. */
export interface ConfigIssue {
  readonly key: string;
  readonly type: 'missing' | 'malformed' | 'unknown';
  readonly expected: string;
  /** File, line and column of a value in a file that another key names. */
  readonly at?: string;
}

export const CONFIG_FILE = 'foyer.config.json';

/** Keys whose value can be read from a separate file, named by `<KEY>_FILE`. */
export const SECRETS: readonly string[] = [
  'FOYER_CONNECTOR_TOKEN',
  'FOYER_BASE_API_KEY',
  'FOYER_ALERTS_API_KEY',
  'FOYER_PLATFORM_API_KEY',
  'FOYER_PLATFORM_LEGACY_API_KEY',
  'FOYER_OUTBOUND_TOKEN',
  'FOYER_OIDC_CLIENT_SECRET',
  'FOYER_ADMIN_KEYS',
  'FOYER_WEBHOOK_SECRETS',
  'FOYER_STORE_URL',
  'FOYER_STORE_KEY',
  'FOYER_FEEDBACK_WEBHOOK_URL',
  'FOYER_ALERT_NOTIFY_URL',
];

/** Keys of the other commands. They may be in the same environment, but not in a file. */
const OTHER_COMMANDS = [
  'FOYER_CONTROL_KEY',
  'FOYER_AGENT_URL',
  'FOYER_AGENT_PROTOCOL',
  'FOYER_AGENT_KEY',
  'FOYER_AGENT_KEY_FILE',
  'FOYER_AGENT_MODEL_URL',
  'FOYER_AGENT_MODEL_KEY',
  'FOYER_AGENT_MODEL_KEY_FILE',
  'FOYER_AGENT_MODEL',
];

/** Messages truncate longer keys. */
const MAX_KEY = 64;

const valueShape = z.union([z.string(), z.number(), z.array(z.string())]);
/** Settings in a file. Numbers and lists may be written as such. */
export const fileShape = z.record(z.string(), valueShape);

export type Values = Record<string, string | undefined>;

/** The values of a file as text; lists are joined with commas. */
export const textsOf = (file: z.output<typeof fileShape>): Values =>
  Object.fromEntries(Object.entries(file).map(([key, value]) => [key, String(value)]));

/** The name of a key, which may contain any character, including line breaks. */
const shownKey = (name: string): string => name.slice(0, MAX_KEY).replace(/[^\x20-\x7e]/g, '?');

/** Issue of an unknown key (contract §6): a misspelled key would have no effect. `nearest` is the likely intended key. */
export function unknownKey(name: string, nearest: string | undefined, where = ''): ConfigIssue {
  const expected = nearest === undefined ? 'a documented key' : `${nearest} or another documented key`;
  return { key: where + shownKey(name), type: 'unknown', expected };
}

const PREFIX = 'FOYER_';
const withoutPrefix = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);

/** Names of other programs for the same settings. */
const ALIASES: Readonly<Record<string, string>> = {
  HOST: 'LISTEN',
  ADDRESS: 'LISTEN',
  BIND: 'LISTEN',
  TOKEN: 'CONNECTOR_TOKEN',
  REDIS_URL: 'STORE_URL',
  REDIS: 'STORE_URL',
  ORIGINS: 'ALLOWED_ORIGINS',
  CORS_ORIGINS: 'ALLOWED_ORIGINS',
  BASE_KEY: 'BASE_API_KEY',
  LOG: 'LOG_LEVEL',
  TZ: 'TIME_ZONE',
  BRANDING: 'WIDGET_CONFIG',
};

/** The key that a misspelled name probably means. The name may also end in `_FILE` although the key is no secret. */
function nearestKey(name: string, known: readonly string[]): string | undefined {
  const word = withoutPrefix(name).slice(0, MAX_KEY);
  const words = known.map(withoutPrefix);
  const ofFile = word.replace(/_FILE$/i, '');
  const other = Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined;
  const nearest =
    words.find((candidate) => candidate === ofFile || candidate === other) ??
    nearestOf(word, words) ??
    nearestOf(ofFile, words);
  return nearest && PREFIX + nearest;
}

/** Issues of unknown names. A `_FILE` name of a secret is known. */
export function unknownKeys(names: readonly string[], keys: readonly string[], where = ''): ConfigIssue[] {
  const known = [...keys, ...SECRETS.filter((key) => keys.includes(key)).map((key) => `${key}_FILE`)];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => unknownKey(name, nearestKey(name, known), where));
}

/** Issues of `FOYER_` variables that no command reads. An empty variable counts as not set. */
export function unknownVariables(
  keys: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ConfigIssue[] {
  const names = Object.keys(env).filter((name) => name.startsWith('FOYER_') && env[name]);
  return unknownKeys(names, [...keys, ...OTHER_COMMANDS]);
}

/** Parses the JSON of a configuration file. The issue locates a syntax error. */
export function readJson(key: string, text: string): Result<unknown, ConfigIssue> {
  const place = jsonErrorIn(text);
  if (place === undefined) return ok(parseJson(text));
  const expected = `JSON (syntax error in line ${place.line}, column ${place.column})`;
  return err({ key, type: 'malformed', expected });
}

const OF_VALUE = 'a string, a number or a list of strings';
const configShape = z.object({ sites: z.optional(z.unknown()) }).catchall(z.unknown());
interface ConfigFile {
  readonly values: Values;
  /** Unparsed; undefined for a single site. */
  readonly sites?: unknown;
  /** It may have settings that could not be read. */
  readonly isBroken: boolean;
}

/** Reads the values of `foyer.config.json` as text. Lists are joined with commas. Adds to `issues`. */
function readConfigFile(keys: readonly string[], files: Files, issues: ConfigIssue[]): ConfigFile {
  const broken = (...found: readonly ConfigIssue[]): ConfigFile => {
    issues.push(...found);
    return { values: {}, isBroken: true };
  };
  const malformed = (expected: string): ConfigIssue => ({ key: CONFIG_FILE, type: 'malformed', expected });
  const text = files.read(CONFIG_FILE);
  if (text === undefined)
    return files.isThere?.(CONFIG_FILE)
      ? broken(malformed('a file that the relay may read'))
      : { values: {}, isBroken: false };
  const json = readJson(CONFIG_FILE, text);
  if (!json.ok) return broken(json.error);
  const parsed = configShape.safeParse(json.value);
  if (!parsed.success) return broken(malformed(`a JSON object of FOYER_ keys, each with ${OF_VALUE}`));
  const { sites, ...settings } = parsed.data;
  issues.push(...unknownKeys(Object.keys(settings), keys, `${CONFIG_FILE}: `));
  const read = fileShape.safeParse(settings);
  if (read.success) return { values: textsOf(read.data), sites, isBroken: false };
  const names = [...new Set(read.error.issues.map(({ path: [name] }) => String(name)))];
  return broken(
    ...names.map((name) => ({
      key: `${CONFIG_FILE}: ${shownKey(name)}`,
      type: 'malformed' as const,
      expected: OF_VALUE,
    })),
  );
}

/** The raw values of keys, and the issues of their sources. */
export interface RawSettings {
  readonly values: Values;
  /** Keys with a separate file. */
  readonly inFiles: ReadonlySet<string>;
  /** The sites of `foyer.config.json`, unparsed; undefined for a single site. */
  readonly sites?: unknown;
  readonly issues: ConfigIssue[];
}

/** True for a value in quotes: shells remove them, files of variables for Docker do not. */
const isQuoted = (value = ''): boolean =>
  value.length > 1 && ['"', "'"].some((quote) => value.startsWith(quote) && value.endsWith(quote));

/** Reads each key from the first source that has it. An empty value counts as not set, as in shells. */
export function readValues(
  keys: readonly string[],
  sources: readonly Readonly<Values>[],
  files: Files,
): RawSettings {
  const issues: ConfigIssue[] = [];
  const values: Values = {};
  const inFiles = new Set<string>();
  for (const key of keys) {
    const fileKey = SECRETS.includes(key) ? `${key}_FILE` : undefined;
    const source = sources.find((values) => values[key] || (fileKey && values[fileKey]));
    const path = fileKey && source?.[fileKey];
    if (!path) {
      values[key] = source?.[key] || undefined;
      if (isQuoted(values[key]))
        issues.push({ key, type: 'malformed', expected: 'its value without the quotes around it' });
    } else if (source[key]) {
      issues.push({ key, type: 'malformed', expected: `a value here or in ${fileKey}, not both` });
    } else {
      inFiles.add(key);
      values[key] = files.read(path)?.trim();
      if (!values[key]) {
        issues.push({
          key: fileKey,
          type: 'malformed',
          expected: 'the path of a readable file with one line',
        });
      }
    }
  }
  return { values, inFiles, issues };
}

/** Reads each key from the environment, else from `foyer.config.json`. */
export function readSettings(
  keys: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): RawSettings & Pick<ConfigFile, 'isBroken'> {
  const issues: ConfigIssue[] = [];
  const { values, sites, isBroken } = readConfigFile(keys, files, issues);
  const read = readValues(keys, [env, values], files);
  return { ...read, sites, isBroken, issues: [...issues, ...read.issues] };
}
