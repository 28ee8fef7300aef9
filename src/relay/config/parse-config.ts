import { err, ok, type Result } from '../../base/result.ts';
import { CARRIERS, type Carrier } from '../../protocol/relay.ts';
import { readCertificates } from './certificates.ts';
import { checkSettings, type NeededKeys } from './check-settings.ts';
import type { Certificates, OidcConfig, RelayConfig, ServerConfig } from './config.ts';
import type { Files } from './files.ts';
import { type ParsedSite, parseSite } from './parse-site.ts';
import { parseSites } from './parse-sites.ts';
import { KEYS, type Settings, serverSettings } from './settings.ts';
import { separationIssues } from './site-separation.ts';
import { type ConfigIssue, type RawSettings, readSettings, unknownVariables } from './sources.ts';
import { strictIssues } from './strict-profile.ts';

const PORT_TWICE: ConfigIssue = {
  key: 'FOYER_PORT',
  type: 'malformed',
  expected: 'no value here, since FOYER_LISTEN names a port',
};

const ADMIN_PORT_TAKEN: ConfigIssue = {
  key: 'FOYER_ADMIN_LISTEN',
  type: 'malformed',
  expected: 'another port than that of visitors',
};
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** True if both listeners have one port of one address. */
function listensTwice({ listen, port, adminListen }: ServerConfig): boolean {
  if (adminListen === undefined || port === 0 || adminListen.port !== port) return false;
  const addresses = [listen, adminListen.listen];
  return listen === adminListen.listen || addresses.some((address) => EVERY_ADDRESS.includes(address));
}

const NEEDED: NeededKeys = [
  // S-117: the header is trusted only from these proxies.
  ['FOYER_CONSOLE_USER_HEADER', 'FOYER_TRUST_PROXY'],
  ['FOYER_CONSOLE_SCOPES', 'FOYER_CONSOLE_USER_HEADER'],
  ['FOYER_OIDC_ISSUER', 'FOYER_OIDC_CLIENT_ID'],
  ['FOYER_OIDC_ISSUER', 'FOYER_OIDC_REDIRECT_URL'],
  ['FOYER_OIDC_ISSUER', 'FOYER_OIDC_ACCESS'],
  ['FOYER_OIDC_CLIENT_ID', 'FOYER_OIDC_ISSUER'],
  ['FOYER_CLIENT_CERT_FILE', 'FOYER_CLIENT_KEY_FILE'],
  ['FOYER_CLIENT_KEY_FILE', 'FOYER_CLIENT_CERT_FILE'],
];

function oidcOf(settings: Pick<Settings, keyof typeof serverSettings.shape>): OidcConfig | undefined {
  const { FOYER_OIDC_ISSUER: issuer, FOYER_OIDC_CLIENT_ID: clientId } = settings;
  const { FOYER_OIDC_REDIRECT_URL: redirectUrl, FOYER_OIDC_ACCESS: access } = settings;
  if (!issuer || !clientId || !redirectUrl || !access) return undefined;
  const { FOYER_OIDC_CLIENT_SECRET: clientSecret, FOYER_OIDC_GROUPS_CLAIM: groupsClaim } = settings;
  return { issuer, clientId, clientSecret, redirectUrl, groupsClaim, access };
}

const CARRIERS_OF_PROXY: ConfigIssue = {
  key: 'FOYER_CARRIERS',
  type: 'malformed',
  expected: 'a list with relay or poll, since FOYER_SOCKET is proxy',
};

const carriersOf = ({ FOYER_CARRIERS, FOYER_SOCKET }: Pick<Settings, 'FOYER_CARRIERS' | 'FOYER_SOCKET'>) =>
  CARRIERS.filter(
    (carrier) => FOYER_CARRIERS.includes(carrier) && (carrier !== 'direct' || FOYER_SOCKET === 'direct'),
  );

const serverOf = (
  settings: Pick<Settings, keyof typeof serverSettings.shape>,
  sites: readonly ParsedSite[],
  carriers: readonly Carrier[],
  certificates: Certificates,
): ServerConfig => ({
  profile: settings.FOYER_PROFILE,
  port: settings.FOYER_LISTEN.port ?? settings.FOYER_PORT,
  listen: settings.FOYER_LISTEN.listen,
  adminListen: settings.FOYER_ADMIN_LISTEN,
  socket: carriers.includes('direct') ? 'direct' : 'proxy',
  carriers,
  storeUrl: settings.FOYER_STORE_URL,
  storeKeys: settings.FOYER_STORE_KEY ?? [],
  adminKeys: [...(settings.FOYER_ADMIN_KEYS ?? []), ...sites.flatMap(({ adminKeys }) => adminKeys)],
  auditFile: settings.FOYER_AUDIT_FILE,
  insights: settings.FOYER_INSIGHTS === 'on',
  mcpChanges: settings.FOYER_MCP_CHANGES === 'on',
  consoleUsers:
    settings.FOYER_CONSOLE_USER_HEADER === undefined
      ? undefined
      : { header: settings.FOYER_CONSOLE_USER_HEADER, scopes: settings.FOYER_CONSOLE_SCOPES ?? ['read'] },
  oidc: oidcOf(settings),
  certificates,
  drainMs: settings.FOYER_DRAIN_S * 1_000,
  maxConnections: settings.FOYER_MAX_CONNECTIONS,
  trustedProxies: settings.FOYER_TRUST_PROXY?.flat() ?? [],
  logLevel: settings.FOYER_LOG_LEVEL,
});

/** Parses the sites of `foyer.config.json`, or the single site of the relay's settings. */
function sitesOf(raw: RawSettings, files: Files): Result<readonly ParsedSite[], ConfigIssue[]> {
  if (raw.sites !== undefined) return parseSites(raw.sites, raw, files);
  const { FOYER_ADMIN_KEYS: _, ...own } = raw.values;
  const only = parseSite('', { ...raw, values: own }, files);
  return only.ok ? ok([only.value]) : only;
}

/**
 * Reads the configuration from the environment, `foyer.config.json` and the files that these name (contract §6). The environment
 * takes precedence. Returns all issues together, at most one for each key.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): Result<RelayConfig, ConfigIssue[]> {
  const raw = readSettings(KEYS, env, files);
  // The file may have the settings that seem to be missing.
  if (raw.isBroken) return err([...raw.issues, ...unknownVariables(KEYS, env)]);
  const sites = sitesOf(raw, files);
  const server = checkSettings(serverSettings, raw, NEEDED);
  const certificateIssues: ConfigIssue[] = [];
  const certificates = readCertificates(raw.values, files, certificateIssues);
  const carriers = server.values ? carriersOf(server.values) : CARRIERS;
  const issues = [
    ...raw.issues,
    ...(sites.ok ? [] : sites.error),
    ...server.issues,
    ...certificateIssues,
    ...(carriers.length === 0 ? [CARRIERS_OF_PROXY] : []),
    ...(server.values?.FOYER_LISTEN.port !== undefined && raw.values['FOYER_PORT'] !== undefined
      ? [PORT_TWICE]
      : []),
    ...strictIssues(raw, sites.ok ? sites.value : [], [...raw.issues, ...server.issues]),
    ...unknownVariables(KEYS, env),
  ];
  if (!sites.ok || !server.values || issues.length > 0) return err(issues);

  const config = serverOf(server.values, sites.value, carriers, certificates);
  const [first, ...others] = sites.value.map(({ site }) => site);
  if (!first) throw new Error('a configuration without sites');
  const shared = [
    ...(listensTwice(config) ? [ADMIN_PORT_TAKEN] : []),
    ...separationIssues([first, ...others], config.adminKeys),
  ];
  return shared.length > 0 ? err(shared) : ok({ ...config, sites: [first, ...others] });
}
