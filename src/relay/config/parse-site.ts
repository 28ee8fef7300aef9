import { err, ok, type Result } from '../../base/result.ts';
import { type HostFamily, hostIssue } from '../../platform/index.ts';
import { readBranding } from './branding.ts';
import { checkSettings, type NeededKeys } from './check-settings.ts';
import type { PlatformHost, SiteConfig } from './config.ts';
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
  // Keys for a part of a host; default: the host's key.
  ['FOYER_ALERTS_API_KEY', 'FOYER_BASE_URL'],
  ['FOYER_PLATFORM_LEGACY_API_KEY', 'FOYER_PLATFORM_URL'],
];

/** Host addresses. Startup checks their regions, not the first call. */
const HOST_ADDRESSES = [
  ['messaging', 'FOYER_MESSAGING_URL'],
  ['base', 'FOYER_BASE_URL'],
  ['platform', 'FOYER_PLATFORM_URL'],
  ['outbound', 'FOYER_OUTBOUND_URL'],
] as const satisfies readonly (readonly [HostFamily, Key])[];

const platformHost = (url: string | undefined, key: string | undefined): PlatformHost | undefined =>
  url !== undefined && key !== undefined ? { url, key } : undefined;

export interface ParsedSite {
  readonly site: SiteConfig;
  /** Keys of this site only. */
  readonly adminKeys: readonly AdminKey[];
}

/** Parses the configuration of a site. Returns only issues that `raw` does not have. */
export function parseSite(name: string, raw: RawSettings, files: Files): Result<ParsedSite, ConfigIssue[]> {
  const { values, issues } = checkSettings(siteSettings, raw, NEEDED);

  for (const [family, key] of HOST_ADDRESSES) {
    const url = raw.values[key];
    if (url === undefined || issues.some((issue) => issue.key === key)) continue;
    const issue = hostIssue(family, key, url);
    if (issue) issues.push(issue);
  }

  const branding = readBranding(raw.values['FOYER_WIDGET_CONFIG'], files);
  if (!branding.ok) issues.push(...branding.error);
  if (!values || !branding.ok || issues.length > 0) return err(issues);

  const site: SiteConfig = {
    name,
    publicUrl: values.FOYER_PUBLIC_URL,
    allowedOrigins: values.FOYER_ALLOWED_ORIGINS,
    messagingUrl: values.FOYER_MESSAGING_URL,
    connectorToken: values.FOYER_CONNECTOR_TOKEN,
    hostIdentifier: values.FOYER_HOST_IDENTIFIER,
    dialect: values.FOYER_DIALECT,
    chunkJoin: values.FOYER_CHUNK_JOIN,
    sendsDeviceType: values.FOYER_SEND_DEVICE_TYPE === 'true',
    resumeBinding: values.FOYER_RESUME_BINDING,
    challenge: values.FOYER_CHALLENGE,
    sessionMaxAgeMs:
      values.FOYER_SESSION_MAX_AGE === undefined ? undefined : values.FOYER_SESSION_MAX_AGE * 1_000,
    limits: {
      createByAddress: values.FOYER_LIMIT_CREATE_PER_ADDRESS,
      createByOrigin: values.FOYER_LIMIT_CREATE_PER_ORIGIN,
      resumeByAddress: values.FOYER_LIMIT_RESUME_PER_ADDRESS,
      sessionByAddress: values.FOYER_LIMIT_STATUS_PER_ADDRESS,
      socketsByAddress: values.FOYER_LIMIT_SOCKETS_PER_ADDRESS,
      callsByActor: values.FOYER_LIMIT_CALLS_PER_KEY,
    },
    base: platformHost(values.FOYER_BASE_URL, values.FOYER_BASE_API_KEY),
    platform: platformHost(values.FOYER_PLATFORM_URL, values.FOYER_PLATFORM_API_KEY),
    outbound: platformHost(values.FOYER_OUTBOUND_URL, values.FOYER_OUTBOUND_TOKEN),
    callPrefixes: values.FOYER_CALL_PREFIXES,
    alertsKey: values.FOYER_ALERTS_API_KEY,
    legacyKey: values.FOYER_PLATFORM_LEGACY_API_KEY,
    accountId: values.FOYER_ACCOUNT_ID,
    projectId: values.FOYER_PROJECT_ID,
    branchId: values.FOYER_BRANCH_ID,
    timeZone: values.FOYER_TIME_ZONE,
    webhookSecrets: values.FOYER_WEBHOOK_SECRETS ?? [],
    feedbackWebhook: values.FOYER_FEEDBACK_WEBHOOK_URL,
    alertReceivers: values.FOYER_ALERT_NOTIFY_URL ?? [],
    visitorHealth: values.FOYER_VISITOR_HEALTH,
    verifiedContext: values.FOYER_VERIFIED_CONTEXT === 'on',
    ...branding.value,
  };
  return ok({ site, adminKeys: (values.FOYER_ADMIN_KEYS ?? []).map((key) => ({ ...key, site: name })) });
}
