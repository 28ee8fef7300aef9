import { undisclosedAiWarning } from './branding.ts';
import type { ParsedSite } from './parse-site.ts';
import type { Key } from './settings.ts';
import type { ConfigIssue, RawSettings } from './sources.ts';

const SINCE = 'since FOYER_PROFILE is strict';

/** Settings of the relay that the profile `strict` demands (S-123). docs/security.md explains each of them. */
const DEMANDS: readonly (readonly [key: Key, expected: string, isMet: (text: string) => boolean])[] = [
  ['FOYER_SOCKET', 'proxy', (text) => text === 'proxy'],
  ['FOYER_ADMIN_LISTEN', 'a port, or an address and a port such as 10.0.0.5:9090', () => true],
  ['FOYER_STORE_URL', 'rediss:// and the address of a Redis', (text) => text.startsWith('rediss://')],
];

/** Issues of a configuration with the profile `strict`, except for keys with `known` issues. */
export function strictIssues(
  { values, inFiles }: RawSettings,
  sites: readonly ParsedSite[],
  known: readonly ConfigIssue[],
): readonly ConfigIssue[] {
  if (values['FOYER_PROFILE'] !== 'strict') return [];
  const issue = (key: string, text: string | undefined, expected: string): ConfigIssue => ({
    key,
    type: text === undefined ? 'missing' : 'malformed',
    expected: `${expected}, ${SINCE}`,
  });
  const ofRelay = DEMANDS.filter(([key, , isMet]) => {
    const text = values[key];
    return (text === undefined || !isMet(text)) && !known.some((issue) => issue.key.startsWith(key));
  }).map(([key, expected]) => issue(key, values[key], expected));
  // Process lists and container dumps reveal the environment.
  const ofKey = inFiles.has('FOYER_STORE_KEY')
    ? []
    : [
        issue(
          'FOYER_STORE_KEY_FILE',
          undefined,
          'the path of a file with the output of openssl rand -hex 32',
        ),
      ];
  const ofAgents = sites
    .filter(({ site }) => undisclosedAiWarning(site.widget) !== undefined)
    .map(({ site: { name } }) => {
      const key = 'FOYER_WIDGET_CONFIG.agent_kind';
      return issue(name === '' ? key : `${name}: ${key}`, '', '"ai", or nothing');
    });
  const ofSites = sites
    .filter(({ site }) => site.resumeBinding !== 'required')
    .map(({ site: { name } }) => {
      const key = 'FOYER_RESUME_BINDING';
      return issue(name === '' ? key : `${name}: ${key}`, values[key], 'required');
    });
  return [...ofRelay, ...ofKey, ...ofSites, ...ofAgents];
}
