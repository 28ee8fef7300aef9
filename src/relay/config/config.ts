import { err, ok, type Result } from '../../base/result.ts';
import { type HostFamily, hostFault } from '../../platform/index.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { AddressRange } from '../client-address.ts';
import type { OriginRule } from '../origins.ts';
import { readBranding } from './branding.ts';
import type { Files } from './files.ts';
import { expectedOf, KEYS, type Key, parseSettings, type Settings } from './settings.ts';
import { type ConfigFault, readSettings } from './sources.ts';
import type { AdminKey, WebhookSecret } from './values.ts';

export type { ConfigFault } from './sources.ts';

/** Hosts that are there or not, each with what opens it. */
const HOSTS = [
  ['FOYER_BASE_URL', 'FOYER_BASE_API_KEY'],
  ['FOYER_PLATFORM_URL', 'FOYER_PLATFORM_API_KEY'],
  ['FOYER_OUTBOUND_URL', 'FOYER_OUTBOUND_TOKEN'],
] as const satisfies readonly (readonly [Key, Key])[];

/** A host without its region is found now and not at the first call (spec rest, Readings). */
const FAMILIES = [
  ['messaging', 'FOYER_MESSAGING_URL'],
  ['base', 'FOYER_BASE_URL'],
  ['platform', 'FOYER_PLATFORM_URL'],
  ['outbound', 'FOYER_OUTBOUND_URL'],
] as const satisfies readonly (readonly [HostFamily, Key])[];

/** One host of the platform with the key that is its alone. */
export interface Upstream {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

/** What a relay needs to know. It holds a secret: never log it whole. */
export interface RelayConfig {
  /** 0 takes any free port. */
  readonly port: number;
  readonly listen: string;
  /** Without a slash at its end. */
  readonly messagingUrl: string;
  readonly connectorToken: string;
  /** Sent as `X-Host`, whatever page the visitor is on (spec messaging §14). */
  readonly hostIdentifier: string;
  readonly dialect: Settings['FOYER_DIALECT'];
  readonly allowedOrigins: readonly OriginRule[];
  readonly socket: Settings['FOYER_SOCKET'];
  readonly resumeBinding: Settings['FOYER_RESUME_BINDING'];
  /** `memory:`, or the address of a Redis; it may hold a password. */
  readonly storeUrl: string;
  /** Behaviour, alerts, webhook endpoints, attributes, audio, Data API. */
  readonly base: Upstream | undefined;
  /** Conversations, concurrency, handoff state. */
  readonly platform: Upstream | undefined;
  readonly outbound: Upstream | undefined;
  readonly accountId: string | undefined;
  readonly projectId: string | undefined;
  readonly branchId: string;
  readonly adminKeys: readonly AdminKey[];
  readonly webhookSecrets: readonly WebhookSecret[];
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly AddressRange[];
  readonly logLevel: Settings['FOYER_LOG_LEVEL'];
  readonly widget: WidgetConfig;
}

/** Everything in a configuration that must never be seen. Hashes are no secrets, but nobody's business either. */
export const secretsOf = (config: RelayConfig): readonly string[] => [
  config.connectorToken,
  ...[config.base, config.platform, config.outbound].flatMap((it) => (it ? [it.key] : [])),
  ...config.webhookSecrets.map((it) => it.secret),
  ...config.adminKeys.map((it) => it.hash),
  ...(config.storeUrl === 'memory:' ? [] : [config.storeUrl]),
];

const upstream = (url: string | undefined, key: string | undefined): Upstream | undefined =>
  url !== undefined && key !== undefined ? { url, key } : undefined;

/** One line for the operator; names the key and what is expected, never the value. */
export function describeFault({ key, is, expected }: ConfigFault): string {
  return `${key} is ${is}; expected ${expected}`;
}

/**
 * Reads the configuration from the environment and `foyer.config.json`; the environment wins (contract §6). All faults
 * are returned together, at most one for each key.
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): Result<RelayConfig, ConfigFault[]> {
  const { values, faults } = readSettings(KEYS, env, files);
  const { values: it, faults: malformed } = parseSettings(values);
  for (const { key, expected } of malformed) {
    // A key that could not even be looked up has its fault already.
    if (faults.some((fault) => fault.key.startsWith(key))) continue;
    faults.push({ key, is: values[key] === undefined ? 'missing' : 'malformed', expected });
  }

  for (const pair of HOSTS) {
    const [here, missing] = values[pair[0]] === undefined ? [pair[1], pair[0]] : pair;
    if (values[here] === undefined || values[missing] !== undefined) continue;
    if (faults.some((fault) => fault.key.startsWith(missing))) continue;
    faults.push({ key: missing, is: 'missing', expected: `${expectedOf(missing)}, since ${here} is set` });
  }

  for (const [family, key] of FAMILIES) {
    const url = values[key];
    if (url === undefined || faults.some((fault) => fault.key.startsWith(key))) continue;
    const fault = hostFault(family, key, url);
    if (fault) faults.push(fault);
  }

  const branding = readBranding(values.FOYER_WIDGET_CONFIG, files);
  if (!branding.ok) faults.push(...branding.error);

  if (!it || !branding.ok || faults.length > 0) return err(faults);
  return ok({
    port: it.FOYER_PORT,
    listen: it.FOYER_LISTEN,
    messagingUrl: it.FOYER_MESSAGING_URL,
    connectorToken: it.FOYER_CONNECTOR_TOKEN,
    hostIdentifier: it.FOYER_HOST_IDENTIFIER,
    dialect: it.FOYER_DIALECT,
    allowedOrigins: it.FOYER_ALLOWED_ORIGINS,
    socket: it.FOYER_SOCKET,
    resumeBinding: it.FOYER_RESUME_BINDING,
    storeUrl: it.FOYER_STORE_URL,
    base: upstream(it.FOYER_BASE_URL, it.FOYER_BASE_API_KEY),
    platform: upstream(it.FOYER_PLATFORM_URL, it.FOYER_PLATFORM_API_KEY),
    outbound: upstream(it.FOYER_OUTBOUND_URL, it.FOYER_OUTBOUND_TOKEN),
    accountId: it.FOYER_ACCOUNT_ID,
    projectId: it.FOYER_PROJECT_ID,
    branchId: it.FOYER_BRANCH_ID,
    adminKeys: it.FOYER_ADMIN_KEYS ?? [],
    webhookSecrets: it.FOYER_WEBHOOK_SECRETS ?? [],
    trustedProxies: it.FOYER_TRUST_PROXY?.flat() ?? [],
    logLevel: it.FOYER_LOG_LEVEL,
    widget: branding.value,
  });
}
