import type { Clock } from '../../base/clock.ts';
import type { ServerConfig } from '../config/config.ts';
import type { ReadBody } from '../http/read-body.ts';
import type { Log } from '../log/log.ts';
import type { CreateContent } from '../pages/content.ts';
import type { Store } from '../store/store.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { Metrics, SiteMetrics } from './metrics.ts';

/** Dependencies of all parts of a relay. They differ between runtimes. */
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
  /** undefined: the audit has no separate trail. */
  readonly auditTrail: AuditTrail | undefined;
  readonly readBody: ReadBody;
  readonly createContent: CreateContent;
  /** Adds the answer to the trace of the current request, if it has one. */
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

/** The services of one site. Its store, metrics and log are separate from other sites. */
export interface SiteServices extends Omit<Services, 'metrics'> {
  readonly metrics: SiteMetrics;
}
