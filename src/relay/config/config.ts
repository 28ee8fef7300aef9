import type { AddressRange } from '../../base/address.ts';
import type { OriginRule } from '../http/origins.ts';
import type { AlertReceiver } from './alert-notify.ts';
import type { Branding } from './branding.ts';
import type { OidcRule } from './oidc-values.ts';
import type { Settings } from './settings.ts';
import type { ConfigIssue } from './sources.ts';
import type { AdminKey, ConfiguredLimits, ListenAddress, Scope, WebhookSecret } from './values.ts';

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

/** An OpenID provider that signs people in to the console. Contains a secret. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** undefined: the provider knows the relay by PKCE alone. */
  readonly clientSecret: string | undefined;
  readonly redirectUrl: string;
  /** The claim of the ID token that names the groups. */
  readonly groupsClaim: string;
  readonly access: readonly OidcRule[];
}

/** In PEM. */
export interface Certificates {
  /** Authorities that are trusted beside Node's own. */
  readonly ca: string | undefined;
  /** Shown to the platform. */
  readonly client: { readonly certificate: string; readonly key: string } | undefined;
}

/** What a relay has once: where it listens, what it shares with other relays, and who operates it. Contains secrets: never log it. */
export interface ServerConfig {
  /** `strict`: what it demands has been checked. */
  readonly profile: Settings['FOYER_PROFILE'];
  /** 0 means any free port. */
  readonly port: number;
  readonly listen: string;
  /** Where the admin side listens; undefined: with everything else. */
  readonly adminListen: ListenAddress | undefined;
  readonly socket: Settings['FOYER_SOCKET'];
  /** `memory:`, or the address of a Redis, which may contain a password. */
  readonly storeUrl: string;
  /** Encrypt what is stored: the first; decrypt it: all of them. In hexadecimal digits. */
  readonly storeKeys: readonly string[];
  /** Those of the relay, and those of its sites. */
  readonly adminKeys: readonly AdminKey[];
  /** Receives each audit record on a line; undefined: only the log and the store do. */
  readonly auditFile: string | undefined;
  /** Whether the relay adds up conversations in rollups. */
  readonly insights: boolean;
  /** People whom a trusted proxy has signed in; undefined: nobody signs in that way. */
  readonly consoleUsers: ConsoleUsers | undefined;
  /** undefined: nobody signs in that way. */
  readonly oidc: OidcConfig | undefined;
  /** Of connections to the platform and to the store. */
  readonly certificates: Certificates;
  /** Time for which the relay serves on after it was asked to stop, while balancers learn of it. */
  readonly drainMs: number;
  /** Of each listener, with the sockets that it carries; more are dropped. */
  readonly maxConnections: number;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly AddressRange[];
  readonly logLevel: Settings['FOYER_LOG_LEVEL'];
}

/** What each site has for itself: its pages, its connector, its agent. Contains secrets: never log it. */
export interface SiteConfig extends Branding {
  /** Keeps what is stored for this site apart from other sites; empty where the configuration names no sites. */
  readonly name: string;
  /** Where browsers reach the relay, without a trailing slash; undefined: the host that they ask for. */
  readonly publicUrl: string | undefined;
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
  readonly challenge: Settings['FOYER_CHALLENGE'];
  /** Age at which a session ends, even if the platform's token is valid for longer; undefined: only with the token. */
  readonly sessionMaxAgeMs: number | undefined;
  /** Requests per minute. */
  readonly limits: ConfiguredLimits;
  /** For behaviour, alerts, webhook endpoints, attributes, audio and Data API. */
  readonly base: Upstream | undefined;
  /** For conversations, concurrency and handoff state. */
  readonly platform: Upstream | undefined;
  readonly outbound: Upstream | undefined;
  /** Beginnings of the numbers that may be called; undefined: all. */
  readonly callPrefixes: readonly string[] | undefined;
  /** For alert rules and alerts; undefined: the key of `base`. */
  readonly alertsKey: string | undefined;
  /** For conversations of v1 and v2; undefined: the key of `platform`. */
  readonly legacyKey: string | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly branchId: string;
  /** Zone of the organisation's days. */
  readonly timeZone: string;
  readonly webhookSecrets: readonly WebhookSecret[];
  /** Receives the visitors' feedback. It may contain a secret. */
  readonly feedbackWebhookUrl: string | undefined;
  /** Are told of alerts. Their addresses are secrets. */
  readonly alertReceivers: readonly AlertReceiver[];
  /** Passes the pages' tokens about visitors to the platform (M-7.10). */
  readonly verifiedContext: boolean;
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
  ...site.alertReceivers.map(({ url }) => url),
];

/** The values of a configuration that must not be logged: secrets and hashes of secrets. */
export const secretsOf = ({
  sites,
  adminKeys,
  storeUrl,
  storeKeys,
  certificates,
  oidc,
}: RelayConfig): readonly string[] => [
  ...sites.flatMap(secretsOfSite),
  ...adminKeys.map(({ hash }) => hash),
  ...(storeUrl === 'memory:' ? [] : [storeUrl]),
  ...storeKeys,
  ...(oidc?.clientSecret === undefined ? [] : [oidc.clientSecret]),
  ...(certificates.client ? [certificates.client.key] : []),
];

/** Describes an issue in one line. Names the key and what is expected, never the value. */
export function describeIssue({ key, type, expected, at }: ConfigIssue): string {
  return `${key} is ${type}; expected ${expected}${at === undefined ? '' : ` (${at})`}`;
}
