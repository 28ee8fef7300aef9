import { err, ok, type Result } from '../../base/result.ts';
import { type HostFamily, hostIssue } from '../../platform/index.ts';
import { readBranding } from './branding.ts';
import { checkSettings, type NeededKeys } from './check-settings.ts';
import type { SiteConfig, Upstream } from './config.ts';
import type { Files } from './files.ts';
import { type Key, siteSettings } from './settings.ts';
import type { ConfigIssue, RawSettings } from './sources.ts';
import type { AdminKey } from './values.ts';

const NEEDED: NeededKeys = [
  ['FOYER_BASE_URL', 'FOYER_BASE_API_KEY'],
  ['FOYER_BASE_API_KEY', 'FOYER_BASE_URL'],
  ['FOYER_PLATFORM_URL', 'FOYER_PLATFORM_API_KEY'],
  ['FOYER_PLATFORM_API_KEY', 'FOYER_PLATFORM_URL'],
  ['FOYER_OUTBOUND_URL', 'FOYER_OUTBOUND_TOKEN'],
  ['FOYER_OUTBOUND_TOKEN', 'FOYER_OUTBOUND_URL'],
  // Keys for a part of a host; default: the key of the host.
  ['FOYER_ALERTS_API_KEY', 'FOYER_BASE_URL'],
  ['FOYER_PLATFORM_LEGACY_API_KEY', 'FOYER_PLATFORM_URL'],
];

/** Host addresses. Their regions are checked at the start and not at the first call. */
const HOST_ADDRESSES = [
  ['messaging', 'FOYER_MESSAGING_URL'],
  ['base', 'FOYER_BASE_URL'],
  ['platform', 'FOYER_PLATFORM_URL'],
  ['outbound', 'FOYER_OUTBOUND_URL'],
] as const satisfies readonly (readonly [HostFamily, Key])[];

const upstream = (url: string | undefined, key: string | undefined): Upstream | undefined =>
  url !== undefined && key !== undefined ? { url, key } : undefined;

export interface ParsedSite {
  readonly site: SiteConfig;
  /** Of this site alone. */
  readonly adminKeys: readonly AdminKey[];
}

/** Reads the configuration of a site. The issues are those that `raw` does not have. */
export function parseSite(name: string, raw: RawSettings, files: Files): Result<ParsedSite, ConfigIssue[]> {
  const { values: it, issues } = checkSettings(siteSettings, raw, NEEDED);

  for (const [family, key] of HOST_ADDRESSES) {
    const url = raw.values[key];
    if (url === undefined || issues.some((issue) => issue.key === key)) continue;
    const issue = hostIssue(family, key, url);
    if (issue) issues.push(issue);
  }

  const branding = readBranding(raw.values['FOYER_WIDGET_CONFIG'], files);
  if (!branding.ok) issues.push(...branding.error);
  if (!it || !branding.ok || issues.length > 0) return err(issues);

  const site: SiteConfig = {
    name,
    publicUrl: it.FOYER_PUBLIC_URL,
    allowedOrigins: it.FOYER_ALLOWED_ORIGINS,
    messagingUrl: it.FOYER_MESSAGING_URL,
    connectorToken: it.FOYER_CONNECTOR_TOKEN,
    hostIdentifier: it.FOYER_HOST_IDENTIFIER,
    dialect: it.FOYER_DIALECT,
    chunkJoin: it.FOYER_CHUNK_JOIN,
    sendsDeviceType: it.FOYER_SEND_DEVICE_TYPE === 'true',
    resumeBinding: it.FOYER_RESUME_BINDING,
    challenge: it.FOYER_CHALLENGE,
    sessionMaxAgeMs: it.FOYER_SESSION_MAX_AGE === undefined ? undefined : it.FOYER_SESSION_MAX_AGE * 1_000,
    limits: {
      createByAddress: it.FOYER_LIMIT_CREATE_PER_ADDRESS,
      createByOrigin: it.FOYER_LIMIT_CREATE_PER_ORIGIN,
      resumeByAddress: it.FOYER_LIMIT_RESUME_PER_ADDRESS,
      sessionByAddress: it.FOYER_LIMIT_STATUS_PER_ADDRESS,
      socketsByAddress: it.FOYER_LIMIT_SOCKETS_PER_ADDRESS,
      callsByActor: it.FOYER_LIMIT_CALLS_PER_KEY,
    },
    base: upstream(it.FOYER_BASE_URL, it.FOYER_BASE_API_KEY),
    platform: upstream(it.FOYER_PLATFORM_URL, it.FOYER_PLATFORM_API_KEY),
    outbound: upstream(it.FOYER_OUTBOUND_URL, it.FOYER_OUTBOUND_TOKEN),
    callPrefixes: it.FOYER_CALL_PREFIXES,
    alertsKey: it.FOYER_ALERTS_API_KEY,
    legacyKey: it.FOYER_PLATFORM_LEGACY_API_KEY,
    accountId: it.FOYER_ACCOUNT_ID,
    projectId: it.FOYER_PROJECT_ID,
    branchId: it.FOYER_BRANCH_ID,
    timeZone: it.FOYER_TIME_ZONE,
    webhookSecrets: it.FOYER_WEBHOOK_SECRETS ?? [],
    feedbackWebhookUrl: it.FOYER_FEEDBACK_WEBHOOK_URL,
    alertReceivers: it.FOYER_ALERT_NOTIFY_URL ?? [],
    verifiedContext: it.FOYER_VERIFIED_CONTEXT === 'on',
    ...branding.value,
  };
  return ok({ site, adminKeys: (it.FOYER_ADMIN_KEYS ?? []).map((key) => ({ ...key, site: name })) });
}
