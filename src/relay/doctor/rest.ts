import type { Clock } from '../../base/clock.ts';
import {
  activeAlerts,
  behavior,
  conversations,
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type DialectMemory,
  outboundCalls,
  type PlatformError,
  webhookEndpoints,
} from '../../platform/index.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import type { SiteConfig } from '../config/config.ts';
import { type Finding, right, unchecked, wrong } from './finding.ts';
import type { Reach } from './reach.ts';

interface RestPorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly reach: Reach;
}

/** Explains a failed call to an address; `url` and `key` name the settings. */
async function explain(
  { reach }: RestPorts,
  address: string,
  { code, explanation }: PlatformError,
  url: string,
  key: string,
): Promise<string> {
  switch (code) {
    case 'UNAUTHORIZED':
      return `the platform refuses ${key}. ${explanation ?? ''}`.trim();
    case 'FORBIDDEN':
      return `${key} lacks the permission for this`;
    case 'UNREACHABLE':
      return (
        (await reach(address, `the host of ${url}`)) ??
        `unable to reach the host of ${url}; check its name, the firewall and the certificate`
      );
    case 'TIMEOUT':
      return `the host of ${url} did not answer in time`;
    case 'TOO_MANY_REQUESTS':
      return 'the platform received too many requests; try again in a minute';
    default:
      return `the host of ${url} gave an unexpected answer (${code}); is it the right host?`;
  }
}

const isRefusedKey = ({ code }: PlatformError): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN';

/** True when the platform does not know the resource. */
const isUnknown = ({ upstream }: PlatformError): boolean => upstream?.status === 404;

async function checkBase(config: SiteConfig, ports: RestPorts): Promise<Finding> {
  const about = 'base host';
  const { base, projectId, branchId } = config;
  if (!base)
    return unchecked(about, 'FOYER_BASE_URL is not set: behaviour, alerts and recordings are not available');
  const client = createBaseClient({ ...base, agentId: projectId, branchId }, ports);
  if (projectId === undefined) {
    const endpoints = await client.call(webhookEndpoints.list, {});
    if (!endpoints.ok)
      return wrong(
        about,
        await explain(ports, base.url, endpoints.error, 'FOYER_BASE_URL', 'FOYER_BASE_API_KEY'),
      );
    return wrong(
      about,
      'it accepts the key, but FOYER_PROJECT_ID is not set: every call must name its agent',
    );
  }
  const text = await client.call(behavior.get, {});
  if (text.ok) return right(about, 'it accepts the key and knows the agent and the branch');
  return isUnknown(text.error)
    ? wrong(about, 'it accepts the key, but does not know FOYER_PROJECT_ID with FOYER_BRANCH_ID')
    : wrong(about, await explain(ports, base.url, text.error, 'FOYER_BASE_URL', 'FOYER_BASE_API_KEY'));
}

/** Alert keys are issued separately. Without one, only a refusal is a separate finding. */
async function checkAlerts({ base, alertsKey }: SiteConfig, ports: RestPorts): Promise<Finding[]> {
  const about = 'alerts';
  if (!base) return [];
  const firing = await createBaseClient({ ...base, alertsKey }, ports).call(activeAlerts.list, {});
  if (alertsKey !== undefined) {
    return firing.ok
      ? [right(about, 'the base host accepts FOYER_ALERTS_API_KEY')]
      : [
          wrong(
            about,
            await explain(ports, base.url, firing.error, 'FOYER_BASE_URL', 'FOYER_ALERTS_API_KEY'),
          ),
        ];
  }
  return firing.ok || !isRefusedKey(firing.error)
    ? []
    : [
        wrong(
          about,
          'the platform refuses FOYER_BASE_API_KEY for them; it issues keys for alerts separately: set FOYER_ALERTS_API_KEY',
        ),
      ];
}

/** v1 and v2 need older keys. Most installations use neither version. */
async function checkOlderVersions(config: SiteConfig, ports: RestPorts): Promise<Finding[]> {
  const about = 'conversations v1 and v2';
  const { platform, legacyKey, accountId, projectId } = config;
  if (!platform || accountId === undefined || projectId === undefined) return [];
  const client = createPlatformClient({ ...platform, legacyKey, accountId, projectId }, ports);
  const page = await client.call(conversations.v2, { query: { limit: 1 } });
  if (legacyKey !== undefined) {
    return page.ok
      ? [right(about, 'the platform host accepts FOYER_PLATFORM_LEGACY_API_KEY')]
      : [
          wrong(
            about,
            await explain(
              ports,
              platform.url,
              page.error,
              'FOYER_PLATFORM_URL',
              'FOYER_PLATFORM_LEGACY_API_KEY',
            ),
          ),
        ];
  }
  return page.ok || !isRefusedKey(page.error)
    ? []
    : [
        unchecked(
          about,
          'the platform refuses FOYER_PLATFORM_API_KEY for them; existing customers set FOYER_PLATFORM_LEGACY_API_KEY',
        ),
      ];
}

async function checkPlatform(config: SiteConfig, ports: RestPorts): Promise<Finding> {
  const about = 'platform host';
  const { platform, accountId, projectId } = config;
  if (!platform)
    return unchecked(about, 'FOYER_PLATFORM_URL is not set: conversations and concurrency are not available');
  if (accountId === undefined || projectId === undefined) {
    return wrong(about, 'FOYER_ACCOUNT_ID and FOYER_PROJECT_ID are required for every call');
  }
  const client = createPlatformClient({ ...platform, accountId, projectId }, ports);
  const page = await client.call(conversations.v3, { query: { limit: 1 } });
  if (page.ok) return right(about, 'it accepts the key and returns conversations of the project');
  return isUnknown(page.error)
    ? wrong(about, 'it accepts the key, but does not know FOYER_ACCOUNT_ID with FOYER_PROJECT_ID')
    : wrong(
        about,
        await explain(ports, platform.url, page.error, 'FOYER_PLATFORM_URL', 'FOYER_PLATFORM_API_KEY'),
      );
}

async function checkOutbound({ outbound, dialect }: SiteConfig, ports: RestPorts): Promise<Finding> {
  const about = 'outbound calls';
  if (!outbound) return unchecked(about, 'FOYER_OUTBOUND_URL is not set: outbound calls are not available');
  let found: Dialect | undefined;
  const memory: DialectMemory = {
    read: async () => (dialect === 'auto' ? undefined : dialect),
    async learn(accepted) {
      found = accepted;
    },
  };
  const client = createOutboundClient({ ...outbound, dialect: memory }, ports);
  // A call that does not exist: with a valid token the answer is 404.
  const params = { call_sid: 'OUT-00000000-0000-4000-8000-000000000000' };
  const call = await client.call(outboundCalls.status, { params });
  if (!call.ok && !isUnknown(call.error))
    return wrong(
      about,
      await explain(ports, outbound.url, call.error, 'FOYER_OUTBOUND_URL', 'FOYER_OUTBOUND_TOKEN'),
    );
  if (dialect === 'auto' || !found) return right(about, 'the host accepts the token');
  return wrong(
    about,
    `the host takes the token in the header of the dialect ${found}, but FOYER_DIALECT is ${dialect}; set FOYER_DIALECT=${found}, or remove it`,
  );
}

/** Makes a read-only call with each key of each host family. */
export async function checkRest(config: SiteConfig, ports: RestPorts): Promise<readonly Finding[]> {
  const [base, alerts, platform, older, outbound] = await Promise.all([
    checkBase(config, ports),
    checkAlerts(config, ports),
    checkPlatform(config, ports),
    checkOlderVersions(config, ports),
    checkOutbound(config, ports),
  ]);
  // One finding for a key without any access.
  const ofPart = (host: Finding, key: string | undefined, part: readonly Finding[]) =>
    host.status === 'wrong' && key === undefined ? [] : part;
  return [
    base,
    ...ofPart(base, config.alertsKey, alerts),
    platform,
    ...ofPart(platform, config.legacyKey, older),
    outbound,
  ];
}
