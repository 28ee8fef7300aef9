import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { Files } from './files.ts';
import { type ParsedSite, parseSite } from './parse-site.ts';
import { SERVER_KEYS, SITE_KEYS } from './settings.ts';
import {
  type ConfigIssue,
  fileShape,
  type RawSettings,
  readJson,
  readValues,
  SECRETS,
  textsOf,
  unknownKeys,
  type Values,
} from './sources.ts';

const KEY = 'FOYER_SITES_FILE';
/** It stands in keys of the store, in labels of metrics and in addresses. */
const NAME = /^[a-z\d][a-z\d-]{0,31}$/;
const sitesShape = z.array(fileShape).min(1);

/** What each site has for itself: secrets, which one site must not use for another by mistake, and what tells sites apart. */
const OWN = SITE_KEYS.filter((key) => key === 'FOYER_ALLOWED_ORIGINS' || SECRETS.includes(key));
const SHARED = SITE_KEYS.filter((key) => !OWN.includes(key));

const malformed = (key: string, expected: string): ConfigIssue => ({ key, type: 'malformed', expected });

/** Issues of settings of the environment that would have no effect. */
const ignoredIssues = (values: Values): readonly ConfigIssue[] =>
  OWN.filter((key) => key !== 'FOYER_ADMIN_KEYS' && values[key] !== undefined).map((key) =>
    malformed(key, `no value here, since each site of ${KEY} has its own`),
  );

/** Reads the entries of the file. */
function readEntries(path: string, files: Files): Result<readonly Values[], ConfigIssue> {
  const text = files.read(path);
  if (text === undefined) return err(malformed(KEY, 'the path of a readable JSON file'));
  const json = readJson(KEY, text);
  if (!json.ok) return json;
  const parsed = sitesShape.safeParse(json.value);
  return parsed.success
    ? ok(parsed.data.map(textsOf))
    : err(
        malformed(
          KEY,
          'a JSON list of sites, each an object with name and FOYER_ keys whose values are strings, numbers or lists of strings',
        ),
      );
}

/** An entry whose paths are those that it means: they are relative to the file that names them. */
function besideFile(file: string, entry: Values): Values {
  const folder = /^.*[/\\]/.exec(file)?.[0] ?? '';
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      const isPath = key === 'FOYER_WIDGET_CONFIG' || key.endsWith('_FILE');
      const isAbsolute = /^(?:[/\\]|[a-z]:)/i.test(value ?? '');
      return [key, isPath && value && !isAbsolute ? folder + value : value];
    }),
  );
}

/** Reads one entry, whose `name` is valid. */
function readSite(
  name: string,
  { name: _, ...entry }: Values,
  shared: Values,
  files: Files,
): Result<ParsedSite, ConfigIssue[]> {
  const ofServer = SERVER_KEYS.filter((key) => key !== 'FOYER_ADMIN_KEYS' && entry[key] !== undefined);
  const others = Object.keys(entry).filter((key) => !(ofServer as readonly string[]).includes(key));
  const read = readValues(SITE_KEYS, [entry, shared], files);
  const issues = [
    ...ofServer.map((key) => malformed(key, 'no value here: all sites share that of the relay')),
    ...unknownKeys(others, SITE_KEYS),
    ...read.issues,
  ];
  const site = parseSite(name, { ...read, issues }, files);
  const all = [...issues, ...(site.ok ? [] : site.error)];
  return site.ok && all.length === 0 ? site : err(all.map((it) => ({ ...it, key: `${name}: ${it.key}` })));
}

/** Reads the sites of a file. What the relay has set is the default of each site, except for what each must have for itself. */
export function readSites(
  path: string,
  { values }: RawSettings,
  files: Files,
): Result<readonly ParsedSite[], ConfigIssue[]> {
  const entries = readEntries(path, files);
  if (!entries.ok) return err([entries.error]);
  const shared = Object.fromEntries(SHARED.map((key) => [key, values[key]]));
  const names = new Set<string>();
  const issues: ConfigIssue[] = [...ignoredIssues(values)];
  const sites: ParsedSite[] = [];
  for (const [index, entry] of entries.value.entries()) {
    const { name = '' } = entry;
    if (!NAME.test(name) || names.has(name)) {
      const expected = 'a name of its own of up to 32 small letters, digits and hyphens';
      const type = name === '' ? 'missing' : 'malformed';
      issues.push({ key: `site ${index + 1}: name`, type, expected });
      continue;
    }
    names.add(name);
    const site = readSite(name, besideFile(path, entry), shared, files);
    if (site.ok) sites.push(site.value);
    else issues.push(...site.error);
  }
  return issues.length > 0 ? err(issues) : ok(sites);
}
