import type { AddressRange } from '../../base/address.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type HostFamily, hostIssue } from '../../platform/index.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { OriginRule } from '../origins.ts';
import { readBranding } from './branding.ts';
import type { Files } from './files.ts';
import { expectedOf, KEYS, type Key, parseSettings, type Settings } from './settings.ts';
import { type ConfigIssue, readSettings, unknownVariables } from './sources.ts';
import type { AdminKey, ConfiguredLimits, ListenAddress, Scope, WebhookSecret } from './values.ts';

export type { ConfigIssue } from './sources.ts';

/** Settings that have no effect without another one. */
const NEEDED = [
  ['FOYER_BASE_URL', 'FOYER_BASE_API_KEY'],
  ['FOYER_BASE_API_KEY', 'FOYER_BASE_URL'],
  ['FOYER_PLATFORM_URL', 'FOYER_PLATFORM_API_KEY'],
  ['FOYER_PLATFORM_API_KEY', 'FOYER_PLATFORM_URL'],
  ['FOYER_OUTBOUND_URL', 'FOYER_OUTBOUND_TOKEN'],
  ['FOYER_OUTBOUND_TOKEN', 'FOYER_OUTBOUND_URL'],
  // Keys for a part of a host; default: the key of the host.
  ['FOYER_ALERTS_API_KEY', 'FOYER_BASE_URL'],
  ['FOYER_PLATFORM_LEGACY_API_KEY', 'FOYER_PLATFORM_URL'],
  // S-117: the header counts only from these proxies.
  ['FOYER_CONSOLE_USER_HEADER', 'FOYER_TRUST_PROXY'],
  ['FOYER_CONSOLE_SCOPES', 'FOYER_CONSOLE_USER_HEADER'],
] as const satisfies readonly (readonly [Key, Key])[];

/** Host addresses. Their regions are checked at the start and not at the first call. */
const HOST_ADDRESSES = [
  ['messaging', 'FOYER_MESSAGING_URL'],
  ['base', 'FOYER_BASE_URL'],
  ['platform', 'FOYER_PLATFORM_URL'],
  ['outbound', 'FOYER_OUTBOUND_URL'],
] as const satisfies readonly (readonly [HostFamily, Key])[];

/** A host of the platform and its key. */
export interface Upstream {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** How a trusted proxy tells who uses the console, and what they may do. */
export interface ConsoleUsers {
  /** In small letters. */
  readonly header: string;
  readonly scopes: readonly Scope[];
}

/** What a relay has once: where it listens, what it shares with other relays, and who operates it. Contains secrets: never log it. */
export interface ServerConfig {
  /** 0 means any free port. */
  readonly port: number;
  readonly listen: string;
  /** Where the admin side listens; undefined: with everything else. */
  readonly adminListen: ListenAddress | undefined;
  /** Where browsers reach the relay, without a trailing slash; undefined: the host that they ask for. */
  readonly publicUrl: string | undefined;
  readonly socket: Settings['FOYER_SOCKET'];
  /** `memory:`, or the address of a Redis, which may contain a password. */
  readonly storeUrl: string;
  readonly adminKeys: readonly AdminKey[];
  /** Whether the relay adds up conversations in rollups. */
  readonly insights: boolean;
  /** People whom a trusted proxy has signed in; undefined: nobody signs in that way. */
  readonly consoleUsers: ConsoleUsers | undefined;
  /** Time for which the relay serves on after it was asked to stop, while balancers learn of it. */
  readonly drainMs: number;
  /** Of each listener, with the sockets that it carries; more are dropped. */
  readonly maxConnections: number;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly AddressRange[];
  /** Whom to tell about a weakness of the relay's host; undefined: there is no security.txt. */
  readonly securityContacts: readonly string[] | undefined;
  readonly logLevel: Settings['FOYER_LOG_LEVEL'];
}

/** What each site has for itself: its pages, its connector, its agent. Contains secrets: never log it. */
export interface SiteConfig {
  /** Keeps what is stored for this site apart from other sites; empty for the only one. */
  readonly name: string;
  readonly allowedOrigins: readonly OriginRule[];
  /** Without a trailing slash. */
  readonly messagingUrl: string;
  readonly connectorToken: string;
  /** Sent as `X-Host`, independent of the visitor's page (M-14.8). */
  readonly hostIdentifier: string;
  readonly dialect: Settings['FOYER_DIALECT'];
  /** How clients join the chunks of a stream (M-8.11). */
  readonly chunkJoin: Settings['FOYER_CHUNK_JOIN'];
  /** New sessions tell the platform the kind of the visitor's device. */
  readonly sendsDeviceType: boolean;
  readonly resumeBinding: Settings['FOYER_RESUME_BINDING'];
  /** Requests per minute. */
  readonly limits: ConfiguredLimits;
  /** For behaviour, alerts, webhook endpoints, attributes, audio and Data API. */
  readonly base: Upstream | undefined;
  /** For conversations, concurrency and handoff state. */
  readonly platform: Upstream | undefined;
  readonly outbound: Upstream | undefined;
  /** For alert rules and alerts; undefined: the key of `base`. */
  readonly alertsKey: string | undefined;
  /** For conversations of v1 and v2; undefined: the key of `platform`. */
  readonly legacyKey: string | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly branchId: string;
  readonly webhookSecrets: readonly WebhookSecret[];
  /** Receives the visitors' feedback. It may contain a secret. */
  readonly feedbackWebhookUrl: string | undefined;
  /** Passes the pages' tokens about visitors to the platform (M-7.10). */
  readonly verifiedContext: boolean;
  /** Receives reports of browsers about what the policy of the iframe page has refused. */
  readonly cspReportUrl: string | undefined;
  readonly widget: WidgetConfig;
}

/** Configuration of a relay. */
export interface RelayConfig extends ServerConfig {
  readonly sites: readonly [SiteConfig, ...SiteConfig[]];
}

/** The values of a site's configuration that must not be logged. */
export const secretsOfSite = (site: SiteConfig): readonly string[] => [
  site.connectorToken,
  ...[site.base, site.platform, site.outbound].flatMap((upstream) => (upstream ? [upstream.key] : [])),
  ...[site.alertsKey, site.legacyKey, site.feedbackWebhookUrl].filter((secret) => secret !== undefined),
  ...site.webhookSecrets.map(({ secret }) => secret),
];

/** The values of a configuration that must not be logged: secrets and hashes of secrets. */
export const secretsOf = ({ sites, adminKeys, storeUrl }: RelayConfig): readonly string[] => [
  ...sites.flatMap(secretsOfSite),
  ...adminKeys.map(({ hash }) => hash),
  ...(storeUrl === 'memory:' ? [] : [storeUrl]),
];

const upstream = (url: string | undefined, key: string | undefined): Upstream | undefined =>
  url !== undefined && key !== undefined ? { url, key } : undefined;

/** Describes an issue in one line. Names the key and what is expected, never the value. */
export function describeIssue({ key, type, expected }: ConfigIssue): string {
  return `${key} is ${type}; expected ${expected}`;
}

/**
 * Reads the configuration from the environment and `foyer.config.json`; the environment takes precedence (contract §6). All issues
 * are returned together, at most one for each key.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): Result<RelayConfig, ConfigIssue[]> {
  const { values, issues } = readSettings(KEYS, env, files);
  const hasIssue = (key: Key) => issues.some((issue) => issue.key.startsWith(key));
  const { values: it, issues: settingIssues } = parseSettings(values);
  for (const { key, expected } of settingIssues) {
    // A key that could not be read has an issue already.
    if (hasIssue(key)) continue;
    issues.push({ key, type: values[key] === undefined ? 'missing' : 'malformed', expected });
  }

  for (const [key, needed] of NEEDED) {
    if (values[key] === undefined || values[needed] !== undefined || hasIssue(needed)) continue;
    issues.push({ key: needed, type: 'missing', expected: `${expectedOf(needed)}, since ${key} is set` });
  }

  for (const [family, key] of HOST_ADDRESSES) {
    const url = values[key];
    if (url === undefined || hasIssue(key)) continue;
    const issue = hostIssue(family, key, url);
    if (issue) issues.push(issue);
  }

  const branding = readBranding(values.FOYER_WIDGET_CONFIG, files);
  if (!branding.ok) issues.push(...branding.error);

  issues.push(...unknownVariables(KEYS, env));

  if (!it || !branding.ok || issues.length > 0) return err(issues);
  const site: SiteConfig = {
    name: '',
    allowedOrigins: it.FOYER_ALLOWED_ORIGINS,
    messagingUrl: it.FOYER_MESSAGING_URL,
    connectorToken: it.FOYER_CONNECTOR_TOKEN,
    hostIdentifier: it.FOYER_HOST_IDENTIFIER,
    dialect: it.FOYER_DIALECT,
    chunkJoin: it.FOYER_CHUNK_JOIN,
    sendsDeviceType: it.FOYER_SEND_DEVICE_TYPE === 'true',
    resumeBinding: it.FOYER_RESUME_BINDING,
    limits: {
      createByAddress: it.FOYER_LIMIT_CREATE_PER_ADDRESS,
      createByOrigin: it.FOYER_LIMIT_CREATE_PER_ORIGIN,
      resumeByAddress: it.FOYER_LIMIT_RESUME_PER_ADDRESS,
      sessionByAddress: it.FOYER_LIMIT_STATUS_PER_ADDRESS,
      socketsByAddress: it.FOYER_LIMIT_SOCKETS_PER_ADDRESS,
    },
    base: upstream(it.FOYER_BASE_URL, it.FOYER_BASE_API_KEY),
    platform: upstream(it.FOYER_PLATFORM_URL, it.FOYER_PLATFORM_API_KEY),
    outbound: upstream(it.FOYER_OUTBOUND_URL, it.FOYER_OUTBOUND_TOKEN),
    alertsKey: it.FOYER_ALERTS_API_KEY,
    legacyKey: it.FOYER_PLATFORM_LEGACY_API_KEY,
    accountId: it.FOYER_ACCOUNT_ID,
    projectId: it.FOYER_PROJECT_ID,
    branchId: it.FOYER_BRANCH_ID,
    webhookSecrets: it.FOYER_WEBHOOK_SECRETS ?? [],
    feedbackWebhookUrl: it.FOYER_FEEDBACK_WEBHOOK_URL,
    verifiedContext: it.FOYER_VERIFIED_CONTEXT === 'on',
    cspReportUrl: it.FOYER_CSP_REPORT_URL,
    widget: branding.value,
  };
  return ok({
    port: it.FOYER_PORT,
    listen: it.FOYER_LISTEN,
    adminListen: it.FOYER_ADMIN_LISTEN,
    publicUrl: it.FOYER_PUBLIC_URL,
    socket: it.FOYER_SOCKET,
    storeUrl: it.FOYER_STORE_URL,
    adminKeys: it.FOYER_ADMIN_KEYS ?? [],
    insights: it.FOYER_INSIGHTS === 'on',
    consoleUsers:
      it.FOYER_CONSOLE_USER_HEADER === undefined
        ? undefined
        : { header: it.FOYER_CONSOLE_USER_HEADER, scopes: it.FOYER_CONSOLE_SCOPES ?? ['read'] },
    drainMs: it.FOYER_DRAIN_S * 1_000,
    maxConnections: it.FOYER_MAX_CONNECTIONS,
    trustedProxies: it.FOYER_TRUST_PROXY?.flat() ?? [],
    securityContacts: it.FOYER_SECURITY_CONTACT,
    logLevel: it.FOYER_LOG_LEVEL,
    sites: [site],
  });
}
