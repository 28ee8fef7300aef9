import type { AddressRange } from '../../base/address.ts';
import type { Carrier } from '../../protocol/relay.ts';
import type { OriginRule } from '../http/origins.ts';
import type { AlertReceiver } from './alert-notify.ts';
import type { Branding } from './branding.ts';
import type { OidcRule } from './oidc-values.ts';
import type { Settings } from './settings.ts';
import type { ConfigIssue } from './sources.ts';
import type { AdminKey, ConfiguredLimits, ListenAddress, Scope, WebhookSecret } from './values.ts';
import type { WebhookAddress } from './webhook-address.ts';

/** A host of the platform and its key. */
export interface PlatformHost {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** Sign-in to the console by a trusted proxy. */
export interface ConsoleUsers {
  /** In lower case. */
  readonly header: string;
  readonly scopes: readonly Scope[];
}

/** An OpenID provider for the console. Contains a secret. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** undefined: a public client with PKCE only. */
  readonly clientSecret: string | undefined;
  readonly redirectUrl: string;
  /** The claim of the ID token with the groups. */
  readonly groupsClaim: string;
  readonly access: readonly OidcRule[];
}

/** In PEM. */
export interface Certificates {
  /** Trusted authorities, in addition to Node's own. */
  readonly ca: string | undefined;
  /** Shown to the platform. */
  readonly client: { readonly certificate: string; readonly key: string } | undefined;
}

/** Configuration of the relay as a whole: listeners, store and operators. Contains secrets: never log it. */
export interface ServerConfig {
  /** `strict`: the demands are already checked. */
  readonly profile: Settings['FOYER_PROFILE'];
  /** 0 means any free port. */
  readonly port: number;
  readonly listen: string;
  /** Address of the admin side; undefined: the same as everything else. */
  readonly adminListen: ListenAddress | undefined;
  /** `proxy`: no browser connects to the platform. */
  readonly socket: Settings['FOYER_SOCKET'];
  /** Ways of conversations, best first. With `direct` only if `socket` is `direct`. */
  readonly carriers: readonly Carrier[];
  /** `memory:`, or the address of a Redis. It may contain a password. */
  readonly storeUrl: string;
  /** The first one encrypts stored data, all of them decrypt it. In hexadecimal digits. */
  readonly storeKeys: readonly string[];
  /** The keys of the relay and its sites. */
  readonly adminKeys: readonly AdminKey[];
  /** Receives one line per audit record; undefined: only the log and the store do. */
  readonly auditFile: string | undefined;
  /** True if the relay adds up conversations in rollups. */
  readonly insights: boolean;
  /** True if operators' assistants may change something. */
  readonly mcpChanges: boolean;
  /** People whom a trusted proxy has signed in; undefined: disabled. */
  readonly consoleUsers: ConsoleUsers | undefined;
  /** undefined: disabled. */
  readonly oidc: OidcConfig | undefined;
  /** For connections to the platform and the store. */
  readonly certificates: Certificates;
  /** Time to keep serving after a stop request, until load balancers notice. */
  readonly drainMs: number;
  /** Limit of each listener, including its sockets. Further connections are dropped. */
  readonly maxConnections: number;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly AddressRange[];
  readonly logLevel: Settings['FOYER_LOG_LEVEL'];
}

/** Configuration of one site: its pages, its connector, its agent. Contains secrets: never log it. */
export interface SiteConfig extends Branding {
  /** Separates the stored data of sites; empty if the configuration names no sites. */
  readonly name: string;
  /** Address of the relay for browsers, without a trailing slash; undefined: the requested host. */
  readonly publicUrl: string | undefined;
  readonly allowedOrigins: readonly OriginRule[];
  /** Without a trailing slash. */
  readonly messagingUrl: string;
  readonly connectorToken: string;
  /** Sent as `X-Host`, whatever the visitor's page is (M-14.8). */
  readonly hostIdentifier: string;
  readonly dialect: Settings['FOYER_DIALECT'];
  /** The separator of joined stream chunks (M-8.11). */
  readonly chunkJoin: Settings['FOYER_CHUNK_JOIN'];
  /** New sessions tell the platform the visitor's device type. */
  readonly sendsDeviceType: boolean;
  readonly resumeBinding: Settings['FOYER_RESUME_BINDING'];
  readonly challenge: Settings['FOYER_CHALLENGE'];
  /** Maximum age of a session; undefined: the lifetime of the platform's token. */
  readonly sessionMaxAgeMs: number | undefined;
  /** Requests per minute. */
  readonly limits: ConfiguredLimits;
  /** For behaviour, alerts, webhook endpoints, attributes, audio and Data API. */
  readonly base: PlatformHost | undefined;
  /** For conversations, concurrency and handoff state. */
  readonly platform: PlatformHost | undefined;
  readonly outbound: PlatformHost | undefined;
  /** Prefixes of the phone numbers that may be called; undefined: all. */
  readonly callPrefixes: readonly string[] | undefined;
  /** For alert rules and alerts; undefined: the key of `base`. */
  readonly alertsKey: string | undefined;
  /** For conversations of v1 and v2; undefined: the key of `platform`. */
  readonly legacyKey: string | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly branchId: string;
  /** Time zone of days in reports. */
  readonly timeZone: string;
  readonly webhookSecrets: readonly WebhookSecret[];
  /** Receives the visitors' feedback and the messages that they leave. */
  readonly feedbackWebhook: WebhookAddress | undefined;
  /** Receivers of alerts. Their addresses are secrets. */
  readonly alertReceivers: readonly AlertReceiver[];
  /** The share of pages that report counts, from 0 to 1. */
  readonly visitorHealth: number;
  /** Passes the pages' tokens about visitors to the platform (M-7.10). */
  readonly verifiedContext: boolean;
}

export interface RelayConfig extends ServerConfig {
  readonly sites: readonly [SiteConfig, ...SiteConfig[]];
}

/** The secret values of a site. They must not be logged. */
export const secretsOfSite = (site: SiteConfig): readonly string[] => [
  site.connectorToken,
  ...[site.base, site.platform, site.outbound].flatMap((upstream) => (upstream ? [upstream.key] : [])),
  ...[site.alertsKey, site.legacyKey, site.feedbackWebhook?.url].filter((secret) => secret !== undefined),
  ...site.webhookSecrets.map(({ secret }) => secret),
  ...site.alertReceivers.map(({ url }) => url),
];

/** The secret values of a configuration, and hashes of secrets. They must not be logged. */
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

/** Describes an issue in one line: the key and the expected value, never the actual one. */
export function describeIssue({ key, type, expected, at }: ConfigIssue): string {
  return `${key} is ${type}; expected ${expected}${at === undefined ? '' : ` (${at})`}`;
}
