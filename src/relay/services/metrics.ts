import type { Clock } from '../../base/clock.ts';
import type { Family } from '../../platform/index.ts';
import type { CarriedReport } from '../../protocol/visitor-health.ts';
import type { Failure } from '../http/problem.ts';
import type { RefusalKind } from '../http/refusal-kind.ts';
import type { StoreOperation } from '../store/store.ts';
import type { Post } from '../upstream/post.ts';

export const MESSAGE_EVENTS = ['left', 'delivered', 'failed'] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

/** Metrics of one site. Labels never contain values that clients send. */
export interface SiteMetrics {
  /** Counts a request or an event that a rule of the relay refuses. */
  refused(kind: RefusalKind): void;
  /** Counts a request that is refused or fails. */
  failed(failure: { readonly failed: Failure['failed']; readonly code: string }): void;
  answered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly inMs: number;
  }): void;
  session(event: 'created' | 'resumed' | 'ended' | 'forgotten'): void;
  socketOpened(): void;
  socketClosed(): void;
  socketRefused(status: number): void;
  /** Counts what a visitor's page reports. */
  visitorReported(report: CarriedReport): void;
  /** Counts a message that a visitor left, and each attempt to deliver one. */
  messageLeft(event: MessageEvent): void;
  /** Counts a visitor's message with masked text. */
  masked(): void;
  /** Measures a call to the platform. `status` is the class of the answer, such as `2xx`, or `none`. */
  called(call: {
    readonly family: Family | 'messaging';
    readonly status: string;
    readonly inMs: number;
  }): void;
  /** The counts since the start of this relay, and the sockets open now. */
  totals(): Promise<
    Readonly<Record<'sessions' | 'refusals' | 'upstreamErrors' | 'webhooks' | 'sockets', number>>
  >;
}

/** Metrics of the relay. The inherited ones count events outside of a named site; `totals` covers all sites. */
export interface Metrics extends SiteMetrics {
  /** The metrics of a site, with its name as a label. */
  ofSite(site: string): SiteMetrics;
  storeFailed(operation: StoreOperation): void;
  /** Reports if the last change of the configuration was invalid. */
  configurationOutdated(isOutdated: boolean): void;
  /** Counts a visitor's request without an address from a trusted proxy. */
  clientHidden(): void;
  /** Returns the metrics in the text format of Prometheus. */
  render(): Promise<Response>;
}

interface Measuring {
  readonly metrics: Pick<SiteMetrics, 'called'>;
  readonly clock: Clock;
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/** Wraps calls to the messaging host to measure their duration. */
export const measuredPost =
  (post: Post, { metrics, clock }: Measuring): Post =>
  async (request) => {
    const startedAt = clock.now();
    const answer = await post(request);
    const status = answer.kind === 'answered' ? classOf(answer.status) : 'none';
    metrics.called({ family: 'messaging', status, inMs: clock.now() - startedAt });
    return answer;
  };

/** Wraps `fetch` to measure the duration of calls to a host family. */
export const measuredFetch =
  (family: Family, fetch: typeof globalThis.fetch, { metrics, clock }: Measuring): typeof globalThis.fetch =>
  async (input, init) => {
    const startedAt = clock.now();
    let status = 'none';
    try {
      const response = await fetch(input, init);
      status = classOf(response.status);
      return response;
    } finally {
      metrics.called({ family, status, inMs: clock.now() - startedAt });
    }
  };
