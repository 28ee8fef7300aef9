import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { Files } from './files.ts';
import { type ParsedSite, parseSite } from './parse-site.ts';
import { SERVER_KEYS, SITE_KEYS } from './settings.ts';
import {
  CONFIG_FILE,
  type ConfigIssue,
  fileShape,
  type RawSettings,
  readValues,
  SECRETS,
  textsOf,
  unknownKeys,
  type Values,
} from './sources.ts';

/** Part of store keys, metric labels and addresses. */
const NAME = /^[a-z\d][a-z\d-]{0,31}$/;
const sitesShape = z.array(fileShape).min(1);
const MALFORMED: ConfigIssue = {
  key: `${CONFIG_FILE}: sites`,
  type: 'malformed',
  expected:
    'a list of sites, each an object with name, origins and FOYER_ keys whose values are strings, numbers or lists of strings',
};

/** Keys without a shared default: secrets (shared ones would be a mistake), and the origins that identify a site. */
const OWN = SITE_KEYS.filter((key) => key === 'FOYER_ALLOWED_ORIGINS' || SECRETS.includes(key));
const SHARED = SITE_KEYS.filter((key) => !OWN.includes(key));

const malformed = (key: string, expected: string): ConfigIssue => ({ key, type: 'malformed', expected });

/** Issues of relay settings without an effect. */
const ignoredIssues = (values: Values): readonly ConfigIssue[] =>
  OWN.filter((key) => key !== 'FOYER_ADMIN_KEYS' && values[key] !== undefined).map((key) =>
    malformed(key, 'no value here, since each of the sites has its own'),
  );

/** Reads one entry with a valid `name`. */
function readSite(
  name: string,
  { name: _, origins, ...others }: Values,
  shared: Values,
  files: Files,
): Result<ParsedSite, ConfigIssue[]> {
  const entry = origins === undefined ? others : { FOYER_ALLOWED_ORIGINS: origins, ...others };
  const ofServer = SERVER_KEYS.filter((key) => key !== 'FOYER_ADMIN_KEYS' && entry[key] !== undefined);
  const ofSite = Object.keys(entry).filter((key) => !(ofServer as readonly string[]).includes(key));
  const read = readValues(SITE_KEYS, [entry, shared], files);
  const isTwice = origins !== undefined && others['FOYER_ALLOWED_ORIGINS'] !== undefined;
  const issues = [
    ...(isTwice ? [malformed('origins', 'no value here, since FOYER_ALLOWED_ORIGINS has one')] : []),
    ...ofServer.map((key) => malformed(key, 'no value here: all sites share the value of the relay')),
    ...unknownKeys(ofSite, SITE_KEYS),
    ...read.issues,
  ];
  const site = parseSite(name, { ...read, issues }, files);
  const all = [...issues, ...(site.ok ? [] : site.error)];
  return site.ok && all.length === 0
    ? site
    : err(all.map((issue) => ({ ...issue, key: `${name}: ${issue.key}` })));
}

/** Parses the `sites` of `foyer.config.json`. Settings of the relay are defaults, except for `OWN` keys. */
export function parseSites(
  json: unknown,
  { values }: RawSettings,
  files: Files,
): Result<readonly ParsedSite[], ConfigIssue[]> {
  const parsed = sitesShape.safeParse(json);
  if (!parsed.success) return err([MALFORMED]);
  const shared = Object.fromEntries(SHARED.map((key) => [key, values[key]]));
  const names = new Set<string>();
  const issues: ConfigIssue[] = [...ignoredIssues(values)];
  const sites: ParsedSite[] = [];
  for (const [index, entry] of parsed.data.map(textsOf).entries()) {
    const { name = '' } = entry;
    if (!NAME.test(name) || names.has(name)) {
      const expected = 'a unique name of up to 32 lower-case letters, digits and hyphens';
      const type = name === '' ? 'missing' : 'malformed';
      issues.push({ key: `site ${index + 1}: name`, type, expected });
      continue;
    }
    names.add(name);
    const site = readSite(name, entry, shared, files);
    if (site.ok) sites.push(site.value);
    else issues.push(...site.error);
  }
  return issues.length > 0 ? err(issues) : ok(sites);
}
