import type { Result } from '../../base/result.ts';
import { describeIssue, type RelayConfig, type SiteConfig, secretsOf } from '../config/config.ts';
import { CONFIG_FILE, type ConfigIssue } from '../config/sources.ts';
import type { Services } from '../services/services.ts';
import type { Sites } from '../site/sites.ts';
import type { SiteWithAdmin } from './site-with-admin.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The admin keys for a site. */
const keysFor = (site: string, { adminKeys }: RelayConfig) =>
  adminKeys.filter((key) => key.site === undefined || key.site === site);

/** The part of the configuration that needs a restart. */
function serverPart({ sites: _, adminKeys: __, ...server }: RelayConfig) {
  return server;
}

/** Its settings. */
const SERVER_SETTINGS: Readonly<Record<keyof ReturnType<typeof serverPart>, string>> = {
  profile: 'FOYER_PROFILE',
  port: 'FOYER_PORT',
  listen: 'FOYER_LISTEN',
  adminListen: 'FOYER_ADMIN_LISTEN',
  socket: 'FOYER_SOCKET',
  carriers: 'FOYER_CARRIERS',
  storeUrl: 'FOYER_STORE_URL',
  storeKeys: 'FOYER_STORE_KEY',
  auditFile: 'FOYER_AUDIT_FILE',
  insights: 'FOYER_INSIGHTS',
  mcpChanges: 'FOYER_MCP_CHANGES',
  consoleUsers: 'FOYER_CONSOLE_USER_HEADER',
  oidc: 'FOYER_OIDC_*',
  certificates: 'FOYER_CA_FILE or FOYER_CLIENT_CERT_FILE',
  drainMs: 'FOYER_DRAIN_S',
  maxConnections: 'FOYER_MAX_CONNECTIONS',
  trustedProxies: 'FOYER_TRUST_PROXY',
  logLevel: 'FOYER_LOG_LEVEL',
};

/** The names of the settings that differ and need a restart. */
function needingRestart(before: RelayConfig, after: RelayConfig): string[] {
  const [old, next] = [serverPart(before), serverPart(after)];
  const keys = Object.keys(SERVER_SETTINGS) as (keyof typeof SERVER_SETTINGS)[];
  return keys.filter((key) => !isSame(old[key], next[key])).map((key) => SERVER_SETTINGS[key]);
}

const NEEDS_RESTART: ConfigIssue = {
  key: `${CONFIG_FILE}: sites`,
  type: 'malformed',
  expected: 'what it was at the start: one site without a name becomes several only by a restart',
};

export interface ReconfigurationPorts extends Pick<Services, 'log' | 'metrics' | 'hide'> {
  readonly sites: Sites<SiteWithAdmin>;
  readonly createSite: (site: SiteConfig) => SiteWithAdmin;
  /** Called for each new site. */
  readonly onNewSite: (site: SiteWithAdmin) => void;
}

/** Replaces the sites and the admin keys of a running relay. An invalid configuration changes nothing. */
export function createReconfiguration(
  initial: RelayConfig,
  { log, metrics, hide, sites, createSite, onNewSite }: ReconfigurationPorts,
) {
  let current = initial;
  let isOutdated = false;

  function setOutdated(next: boolean): void {
    isOutdated = next;
    metrics.configurationOutdated(next);
  }

  function refuse(issues: readonly ConfigIssue[]): void {
    setOutdated(true);
    for (const issue of issues) log.error({ issue: describeIssue(issue) }, 'configuration not changed');
  }

  /** Returns the running site if its configuration is unchanged, else a new one. */
  function runningOrNew(config: SiteConfig, next: RelayConfig): SiteWithAdmin {
    const running = sites.all().find(({ site }) => site.name === config.name);
    // Event streams of a removed key end with its site.
    const areKeysSame = isSame(keysFor(config.name, current), keysFor(config.name, next));
    if (running && areKeysSame && isSame(running.site, config)) return running;
    const made = createSite(config);
    onNewSite(made);
    return made;
  }

  async function apply(next: RelayConfig): Promise<void> {
    hide(secretsOf(next));
    const settings = needingRestart(current, next);
    if (settings.length > 0)
      log.warn({ settings }, 'settings of the relay itself have changed; they need a restart');
    const before = sites.all();
    const [first, ...others] = next.sites;
    const after = [runningOrNew(first, next), ...others.map((config) => runningOrNew(config, next))] as const;
    current = { ...next, ...serverPart(current) };
    sites.replace(after);
    setOutdated(false);
    const replaced = before.filter((old) => !(after as readonly SiteWithAdmin[]).includes(old));
    log.info({ sites: after.length, changed: replaced.length }, 'configuration read again');
    await Promise.all(replaced.map(({ admin }) => admin.dispose()));
  }

  return {
    current: (): RelayConfig => current,
    isOutdated: (): boolean => isOutdated,
    async reconfigure(parsed: Result<RelayConfig, readonly ConfigIssue[]>): Promise<void> {
      if (!parsed.ok) return refuse(parsed.error);
      const isNamed = ({ sites: [{ name }] }: RelayConfig) => name !== '';
      if (isNamed(parsed.value) !== isNamed(current)) return refuse([NEEDS_RESTART]);
      await apply(parsed.value);
    },
  };
}
