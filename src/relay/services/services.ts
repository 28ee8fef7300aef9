import type { Clock } from '../../base/clock.ts';
import type { ServerConfig } from '../config/config.ts';
import type { ReadBody } from '../http/read-body.ts';
import type { Log } from '../log/log.ts';
import type { CreateContent } from '../pages/content.ts';
import type { Store } from '../store/store.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { Metrics, SiteMetrics } from './metrics.ts';

/** The parts of a relay that all others build on, and that differ between runtimes. */
export interface Services {
  readonly config: ServerConfig;
  readonly clock: Clock;
  /** For the platform's REST interface. */
  readonly fetch: typeof globalThis.fetch;
  readonly log: Log;
  /** Removes more values from every line of the log. */
  readonly hide: (secrets: readonly string[]) => void;
  readonly metrics: Metrics;
  readonly store: Store;
  /** undefined: the audit has no trail of its own. */
  readonly auditTrail: AuditTrail | undefined;
  readonly readBody: ReadBody;
  readonly createContent: CreateContent;
  /** Tells the trace of the present request, if it has one, how it was answered. */
  readonly describeSpan: (answer: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
  }) => void;
  /** Aborted when the relay closes. */
  readonly stop: AbortSignal;
  /** Aborted when the relay is about to close. */
  readonly ending: AbortSignal;
}

/** The same for one site, whose store, metrics and log are apart from those of other sites. */
export interface SiteServices extends Omit<Services, 'metrics'> {
  readonly metrics: SiteMetrics;
}
