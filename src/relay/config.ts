import * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { type HostFamily, hostFault } from '../platform/index.ts';
import { DIALECTS } from '../protocol/dialect.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import { readBranding } from './branding.ts';
import type { AddressRange } from './client-address.ts';
import { type ConfigFault, readSettings } from './config-sources.ts';
import {
  ADMIN_KEYS_EXPECTED,
  type AdminKey,
  adminKeys,
  identifier,
  origins,
  printable,
  storeUrl,
  TRUST_PROXY_EXPECTED,
  trustProxy,
  upstreamUrl,
  WEBHOOK_SECRETS_EXPECTED,
  type WebhookSecret,
  webhookSecrets,
} from './config-values.ts';
import type { Files } from './files.ts';
import { LOG_LEVELS } from './log.ts';
import type { OriginRule } from './origins.ts';

export type { ConfigFault } from './config-sources.ts';

/** Who carries the visitors' sockets: the platform itself, or the relay (contract §4). */
const SOCKETS = ['direct', 'proxy'] as const;
/** Whether a session belongs to the browser that began it: where cookies work, always, never (contract §4). */
const BINDINGS = ['auto', 'required', 'off'] as const;

/** Every key: how it is read, and what a fault says is expected. No message may ever contain a value. */
const settings = z.object({
  FOYER_PORT: z.prefault(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535),
    '8080',
  ),
  FOYER_LISTEN: z.prefault(z.string().regex(/^[\w.:-]+$/), '127.0.0.1'),
  FOYER_MESSAGING_URL: upstreamUrl,
  FOYER_CONNECTOR_TOKEN: printable,
  FOYER_HOST_IDENTIFIER: printable,
  FOYER_DIALECT: z.prefault(z.enum(DIALECTS), 'service'),
  FOYER_ALLOWED_ORIGINS: origins,
  FOYER_SOCKET: z.prefault(z.enum(SOCKETS), 'direct'),
  FOYER_BASE_URL: z.optional(upstreamUrl),
  FOYER_BASE_API_KEY: z.optional(printable),
  FOYER_PLATFORM_URL: z.optional(upstreamUrl),
  FOYER_PLATFORM_API_KEY: z.optional(printable),
  FOYER_OUTBOUND_URL: z.optional(upstreamUrl),
  FOYER_OUTBOUND_TOKEN: z.optional(printable),
  FOYER_ACCOUNT_ID: z.optional(identifier),
  FOYER_PROJECT_ID: z.optional(identifier),
  FOYER_BRANCH_ID: z.prefault(identifier, 'main'),
  FOYER_ADMIN_KEYS: z.optional(adminKeys),
  FOYER_WEBHOOK_SECRETS: z.optional(webhookSecrets),
  FOYER_RESUME_BINDING: z.prefault(z.enum(BINDINGS), 'auto'),
  FOYER_STORE_URL: z.prefault(storeUrl, 'memory:'),
  FOYER_TRUST_PROXY: z.optional(trustProxy),
  FOYER_LOG_LEVEL: z.prefault(z.enum(LOG_LEVELS), 'info'),
  FOYER_WIDGET_CONFIG: z.optional(z.string()),
});
type Key = keyof typeof settings.shape;

const UPSTREAM_EXPECTED = 'an https URL without credentials and query; http only on a loopback host';
const IDENTIFIER_EXPECTED = 'letters, digits, dots, hyphens and underscores';
const EXPECTED: Record<Key, string> = {
  FOYER_PORT: 'a port number from 0 to 65535',
  FOYER_LISTEN: 'an IP address or a host name to listen on',
  FOYER_MESSAGING_URL: UPSTREAM_EXPECTED,
  FOYER_CONNECTOR_TOKEN: 'the connector token, printable ASCII without spaces',
  FOYER_HOST_IDENTIFIER: 'the host registered with the connector, printable ASCII without spaces',
  FOYER_DIALECT: DIALECTS.join(' or '),
  FOYER_ALLOWED_ORIGINS: 'a comma-separated list of origins such as https://shop.example.com',
  FOYER_SOCKET: SOCKETS.join(' or '),
  FOYER_BASE_URL: UPSTREAM_EXPECTED,
  FOYER_BASE_API_KEY: 'the API key of the base host, printable ASCII without spaces',
  FOYER_PLATFORM_URL: UPSTREAM_EXPECTED,
  FOYER_PLATFORM_API_KEY: 'the API key of the platform host, printable ASCII without spaces',
  FOYER_OUTBOUND_URL: UPSTREAM_EXPECTED,
  FOYER_OUTBOUND_TOKEN: 'the token for outbound calls, printable ASCII without spaces',
  FOYER_ACCOUNT_ID: IDENTIFIER_EXPECTED,
  FOYER_PROJECT_ID: IDENTIFIER_EXPECTED,
  FOYER_BRANCH_ID: IDENTIFIER_EXPECTED,
  FOYER_ADMIN_KEYS: ADMIN_KEYS_EXPECTED,
  FOYER_WEBHOOK_SECRETS: WEBHOOK_SECRETS_EXPECTED,
  FOYER_RESUME_BINDING: `one of ${BINDINGS.join(' ')}`,
  FOYER_STORE_URL: 'memory: or an address such as redis://host:6379',
  FOYER_TRUST_PROXY: TRUST_PROXY_EXPECTED,
  FOYER_LOG_LEVEL: `one of ${LOG_LEVELS.join(' ')}`,
  FOYER_WIDGET_CONFIG: 'the path of a readable JSON file',
};

const LISTS = new Set<Key>([
  'FOYER_ALLOWED_ORIGINS',
  'FOYER_ADMIN_KEYS',
  'FOYER_WEBHOOK_SECRETS',
  'FOYER_TRUST_PROXY',
]);

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
  readonly dialect: (typeof DIALECTS)[number];
  readonly allowedOrigins: readonly OriginRule[];
  readonly socket: (typeof SOCKETS)[number];
  readonly resumeBinding: (typeof BINDINGS)[number];
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
  readonly logLevel: (typeof LOG_LEVELS)[number];
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
  const { values, faults } = readSettings(Object.keys(settings.shape), env, files);
  const parsed = settings.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const key = issue.path[0] as Key;
    // A key that could not even be looked up has its fault already.
    if (faults.some((fault) => fault.key.startsWith(key))) continue;
    // A list says itself which of its entries is wrong.
    const isEntry = LISTS.has(key) && issue.code === 'custom';
    const expected = isEntry ? issue.message : EXPECTED[key];
    faults.push({ key, is: values[key] === undefined ? 'missing' : 'malformed', expected });
  }

  for (const pair of HOSTS) {
    const [here, missing] = values[pair[0]] === undefined ? [pair[1], pair[0]] : pair;
    if (values[here] === undefined || values[missing] !== undefined) continue;
    if (faults.some((fault) => fault.key.startsWith(missing))) continue;
    faults.push({ key: missing, is: 'missing', expected: `${EXPECTED[missing]}, since ${here} is set` });
  }

  for (const [family, key] of FAMILIES) {
    const url = values[key];
    if (url === undefined || faults.some((fault) => fault.key.startsWith(key))) continue;
    const fault = hostFault(family, key, url);
    if (fault) faults.push(fault);
  }

  const branding = readBranding(values.FOYER_WIDGET_CONFIG, files);
  if (!branding.ok) faults.push(...branding.error);

  if (!parsed.success || !branding.ok || faults.length > 0) return err(faults);
  const it = parsed.data;
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
