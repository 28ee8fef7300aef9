import type { Clock } from '../../../base/clock.ts';
import type { ServerConfig, SiteConfig } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import type { SessionLimits } from '../../store/limits.ts';
import type { KeyValue, Lists } from '../../store/store.ts';
import type { PlatformClients } from '../api/endpoint-operation.ts';
import { createCollector } from './collector.ts';
import { createLease } from './lease.ts';
import { createMetricSteps, type MetricSteps } from './metric-steps.ts';
import type { RelayHealth } from './relay-health.ts';
import { createShared, type Shared } from './snapshot.ts';
import { createSources } from './sources.ts';
import type { VisitorHistory } from './visitor-history.ts';
import { createWindows, type Windows } from './windows.ts';

/** Dependencies of the operations of rollups. */
export interface Insights {
  readonly now: () => number;
  /** The project of the conversations. */
  readonly projectId: string;
  /** Time zone of days in reports. */
  readonly timeZone: string;
  readonly shared: Shared;
  readonly windows: Windows;
  readonly health: RelayHealth;
  readonly visitors: VisitorHistory;
  /** The share of pages that report. */
  readonly visitorShare: number;
  /** Reads the counts for the metrics of alert rules. */
  readonly readMetricSteps: () => Promise<MetricSteps>;
  /** Starts to collect, and to record the health of this relay. Idempotent. */
  start(): void;
  /** Stops to collect permanently; another relay continues. Idempotent. */
  stop(): Promise<void>;
}

export interface InsightsPorts {
  readonly config: Pick<ServerConfig, 'insights'>;
  readonly site: Pick<SiteConfig, 'accountId' | 'projectId' | 'timeZone' | 'visitorHealth'>;
  readonly clients: PlatformClients;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: KeyValue & Lists;
  readonly limits: Pick<SessionLimits, 'readsBySite'>;
  readonly health: RelayHealth;
  readonly visitors: VisitorHistory;
}

/** Creates the rollups of the configured project; undefined: switched off, or no project or platform host. */
export function createInsights({
  config: { insights },
  site: { accountId, projectId, timeZone, visitorHealth },
  clients: { base, platform },
  clock,
  log,
  store,
  limits,
  health,
  visitors,
}: InsightsPorts): Insights | undefined {
  if (!insights || !platform || accountId === undefined || projectId === undefined) return undefined;
  const { now } = clock;
  const project = `${accountId}/${projectId}`;
  const shared = createShared(store, now, project);
  const windows = createWindows({ store, now, project });
  const lease = createLease({ store, now, key: `rollup-lease:${project}`, owner: crypto.randomUUID() });
  const collector = createCollector({
    clock,
    log,
    lease,
    shared,
    windows,
    requestsPerMinute: limits.readsBySite,
    openSources: (permit, signal) =>
      createSources({ clients: { base, platform }, projectId, permit, signal }),
  });
  return {
    now,
    projectId,
    timeZone,
    shared,
    windows,
    health,
    visitors,
    visitorShare: visitorHealth,
    readMetricSteps: createMetricSteps({ shared, windows, now }),
    start() {
      collector.start();
      health.start();
      visitors.start();
    },
    async stop() {
      await Promise.all([collector.stop(), visitors.flush()]);
    },
  };
}
