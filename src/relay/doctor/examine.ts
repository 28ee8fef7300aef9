import { type Clock, systemClock } from '../../base/clock.ts';
import { parseUrl } from '../../base/url.ts';
import { expiryOf, ownerOf } from '../config/admin-key.ts';
import { undisclosedAiWarning } from '../config/branding.ts';
import type { RelayConfig, ServerConfig, SiteConfig } from '../config/config.ts';
import type { AdminKey, ListenAddress } from '../config/values.ts';
import { isOneMachine } from '../http/client-address.ts';
import { ruleFor } from '../http/origins.ts';
import { openAuditFile } from '../node/audit-file.ts';
import { createLog } from '../node/log.ts';
import { openStore } from '../node/open-store.ts';
import { openOutbound } from '../node/outbound/outbound.ts';
import { StoreError } from '../store/store.ts';
import type { ConnectionOptions } from './ask.ts';
import { type Finding, right, unchecked, wrong } from './finding.ts';
import { checkMessaging } from './messaging.ts';
import { checkOidc } from './oidc.ts';
import { explainCode, reachBy } from './reach.ts';
import { checkRest } from './rest.ts';
import { checkThrough } from './through.ts';

export type { Finding } from './finding.ts';

export interface DoctorPorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** Connection options for the proxy. */
  readonly connection: ConnectionOptions;
}

async function checkStore(config: ServerConfig, clock: Clock): Promise<Finding> {
  const about = 'store';
  if (config.storeUrl === 'memory:') {
    return right(about, 'in memory: fine for one relay; conversations cannot be resumed after a restart');
  }
  const log = createLog({ level: 'silent', sink: { write: () => {} }, clock, secrets: [] });
  const store = openStore(config, clock, log);
  try {
    await store.check();
    return right(about, 'can be written');
  } catch (error) {
    const reason = error instanceof StoreError ? error.reason : 'it failed';
    return wrong(
      about,
      explainCode(reason, 'the store of FOYER_STORE_URL') ??
        `unable to write to the store of FOYER_STORE_URL; ${reason}`,
    );
  } finally {
    await store.close();
  }
}

function checkAuditFile({ auditFile }: ServerConfig): readonly Finding[] {
  if (auditFile === undefined) return [];
  const about = 'audit';
  try {
    openAuditFile(auditFile);
    return [right(about, 'FOYER_AUDIT_FILE can be written')];
  } catch (error) {
    return [wrong(about, `unable to write to FOYER_AUDIT_FILE; ${(error as { code?: unknown }).code}`)];
  }
}

/** Reports the profile. Reading the configuration has already checked its demands. */
const checkProfile = ({ profile }: ServerConfig): readonly Finding[] =>
  profile === 'strict'
    ? [right('profile', 'strict: sockets, binding, admin listener, store and store key meet its demands')]
    : [];

function checkOrigin({ sites }: RelayConfig, origin: string | undefined): Finding {
  const about = 'allowed origins';
  if (origin === undefined)
    return unchecked(about, 'pass the origin of a page: --origin https://shop.example.com');
  if (parseUrl(origin)?.origin !== origin) {
    return wrong(about, '--origin expects scheme, host and port, such as https://shop.example.com');
  }
  const site = sites.find(({ allowedOrigins }) => ruleFor(allowedOrigins, origin) !== undefined);
  const suffix = site?.name ? `, as pages of the site ${site.name}` : '';
  return site
    ? right(about, `pages of ${origin} may use the relay${suffix}`)
    : wrong(about, `${origin} is not in FOYER_ALLOWED_ORIGINS; it must be listed in exactly this spelling`);
}

const where = ({ listen, port }: ListenAddress): string =>
  `${listen.includes(':') ? `[${listen}]` : listen}:${port}`;

/** The expiry of a key, for the finding. */
function describeExpiry(key: AdminKey, now: number): string {
  if (key.expiresAt === undefined) return '';
  const lastDay = new Date(key.expiresAt - 1).toISOString().slice(0, 10);
  return expiryOf(key, now) === 'over' ? `, expired after ${lastDay}` : `, until ${lastDay}`;
}

function checkAdmin({ sites, adminKeys, adminListen, listen, port }: RelayConfig, now: number): Finding {
  const about = 'admin side';
  if (adminKeys.length === 0) return unchecked(about, 'FOYER_ADMIN_KEYS is not set: nobody can use it');
  const names = adminKeys
    .map((key) => `${ownerOf(key)} (${key.scopes.join(', ')}${describeExpiry(key, now)})`)
    .join(', ');
  const hasExpired = adminKeys.some((key) => expiryOf(key, now) === 'over');
  const hooksOf = ({ name: site, webhookSecrets }: SiteConfig) =>
    webhookSecrets.map(({ name }) => (site === '' ? name : `${site}/${name}`));
  const hooks = [...new Set(sites.flatMap(hooksOf))].join(', ') || 'none';
  const at = adminListen
    ? `listens on ${where(adminListen)}, everything else on ${where({ listen, port })}`
    : `listens on ${where({ listen, port })} with everything else`;
  return (hasExpired ? wrong : right)(about, `keys: ${names}; webhooks: ${hooks}; ${at}`);
}

/** S-117: anybody who reaches the relay through a trusted address can name any user. Only the operator can rule that out. */
function checkConsole({ consoleUsers, trustedProxies }: ServerConfig): readonly Finding[] {
  if (!consoleUsers) return [];
  const { header, scopes } = consoleUsers;
  const isRange = !trustedProxies.every(isOneMachine);
  return [
    unchecked(
      'console',
      [
        `whoever a proxy names in ${header} has the scopes ${scopes.join(', ')}; the proxy must overwrite or remove this header in all requests`,
        ...(isRange
          ? [
              'FOYER_TRUST_PROXY has a range: every machine in it can sign in as anybody, so list the proxies alone',
            ]
          : []),
      ].join('. '),
    ),
  ];
}

function checkAgentKind({ widget }: SiteConfig): readonly Finding[] {
  const warning = undisclosedAiWarning(widget);
  return warning === undefined ? [] : [unchecked('agent', warning)];
}

/** Adds the site's name to its findings. */
async function ofSite(
  { name }: SiteConfig,
  findings: readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const found = await findings;
  return name === '' ? found : found.map((finding) => ({ ...finding, about: `${name}: ${finding.about}` }));
}

/**
 * Checks a configuration against the live services. Returns one finding for each check, the most important first. It starts and
 * ends one session at each site, in which it asks the agent to join, and one through the proxy. It changes nothing else and
 * places no call. Never rejects.
 */
export async function examine(
  config: RelayConfig,
  {
    origin,
    through,
    key,
  }: {
    readonly origin?: string | undefined;
    /** The relay's public address behind a proxy. */
    readonly through?: string | undefined;
    /** An admin key with the scope `read`, for the event stream behind the proxy. */
    readonly key?: string | undefined;
  } = {},
  ports: Partial<DoctorPorts> = {},
): Promise<readonly Finding[]> {
  const outbound = openOutbound(config.certificates);
  const { clock = systemClock(), fetch = outbound.fetch } = ports;
  const reach = reachBy(outbound);
  const [messaging, store, rest, agents] = await Promise.all([
    Promise.all(config.sites.map((site) => ofSite(site, checkMessaging(site, outbound, clock)))),
    checkStore(config, clock),
    Promise.all(config.sites.map((site) => ofSite(site, checkRest(site, { clock, fetch, reach })))),
    Promise.all(config.sites.map((site) => ofSite(site, checkAgentKind(site)))),
  ]);
  return [
    ...messaging.flat(),
    checkOrigin(config, origin),
    store,
    ...rest.flat(),
    ...agents.flat(),
    checkAdmin(config, clock.now()),
    ...checkAuditFile(config),
    ...checkProfile(config),
    ...checkConsole(config),
    ...(await checkOidc(
      config,
      { clock, fetch, stop: new AbortController().signal, log: { warn() {} } },
      reach,
    )),
    ...(through === undefined
      ? []
      : await checkThrough(through, config, { clock, key, connection: ports.connection })),
  ];
}
