import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../base/version.ts';
import { refusalKindOf } from '../http/problem.ts';
import { REFUSAL_KINDS, type RefusalKind } from '../http/refusal-kind.ts';
import { MESSAGE_EVENTS, type Metrics, type SiteMetrics } from '../services/metrics.ts';
import { createVisitorMetrics } from './visitor-metrics.ts';

let registry: Registry | undefined;

/** The process metrics of prom-client. They share one registry, because each set starts its own timer. */
function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}

interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly metricName?: string;
}

/** Seconds. The relay's time-out for a call is 10 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The platform has its own codes. Each would be a series that never ends. */
const MAX_CODES = 100;

/** Label with the name of the site. */
const SITE = 'site';

/** The metrics for Prometheus. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const durationsOf = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });

  gauge('foyer_build_info', 'Always 1; the labels name the versions.', 'version', 'node').set(
    { version: VERSION, node: process.versions.node },
    1,
  );
  const requests = counter(
    'foyer_requests_total',
    'Requests answered, by the pattern of their route.',
    'method',
    'route',
    'status',
    SITE,
  );
  const durations = durationsOf(
    'foyer_request_duration_seconds',
    'Time to the first byte of the answer.',
    'route',
    SITE,
  );
  const errors = counter('foyer_errors_total', 'Requests refused or failed, by error code.', 'code', SITE);
  const codes = new Set<string>();
  const upstream = durationsOf(
    'foyer_upstream_duration_seconds',
    `Time to the first byte of the platform's answer, by host family and status class; "none" means no answer.`,
    'family',
    'status',
    SITE,
  );
  const sessions = counter(
    'foyer_sessions_total',
    'Sessions created, resumed, ended and forgotten.',
    'event',
    SITE,
  );
  const sockets = gauge('foyer_sockets', 'Open connections of visitors that the relay carries.', SITE);
  const refusedSockets = counter(
    'foyer_sockets_refused_total',
    'Refused handshakes of visitor sockets, by status.',
    'status',
    SITE,
  );
  const masked = counter(
    'foyer_messages_masked_total',
    'Messages in which the relay has masked a card number, an IBAN or a secret.',
    SITE,
  );
  const left = counter(
    'foyer_left_messages_total',
    'Messages that visitors left, and attempts to deliver them to the webhook: left, delivered or failed.',
    'event',
    SITE,
  );
  const storeErrors = counter(
    'foyer_store_errors_total',
    'Commands of a shared store that failed or timed out.',
    'operation',
  );
  const hiddenClients = counter(
    'foyer_requests_without_client_total',
    'Requests of visitors that a trusted proxy sent without X-Forwarded-For.',
  );
  const outdated = gauge(
    'foyer_configuration_outdated',
    '1 while the relay runs with an earlier configuration, because the current one is invalid.',
  );
  const refusals = counter(
    'foyer_refusals_total',
    'Requests and events that a rule of the relay refused, by kind.',
    'kind',
    SITE,
  );
  const visitors = createVisitorMetrics(registers);
  const all = Registry.merge([registry, processMetrics()]);

  /** The sum of the counted values. */
  async function sum(
    metric: {
      get(): Promise<{ readonly values: readonly MetricValue[] }>;
    },
    isCounted: (labels: Readonly<Record<string, unknown>>, name: string | undefined) => boolean,
  ): Promise<number> {
    const { values } = await metric.get();
    return values
      .filter(({ labels, metricName }) => isCounted(labels, metricName))
      .reduce((all, { value }) => all + value, 0);
  }

  function create(site: string): SiteMetrics {
    const own = site === '' ? {} : { [SITE]: site };
    // Start at 0, so that the first event is an increase.
    for (const kind of REFUSAL_KINDS) refusals.inc({ kind, ...own }, 0);
    masked.inc(own, 0);
    for (const event of MESSAGE_EVENTS) left.inc({ event, ...own }, 0);
    visitors.begin(own);
    sockets.inc(own, 0);
    const refused = (kind: RefusalKind): void => refusals.inc({ kind, ...own });
    const total: typeof sum = (metric, isCounted) =>
      sum(metric, (labels, name) => (site === '' || labels[SITE] === site) && isCounted(labels, name));
    return {
      refused,
      failed({ failed, code }) {
        const kind = refusalKindOf(failed);
        if (kind) refused(kind);
        if (codes.size < MAX_CODES) codes.add(code);
        errors.inc({ code: codes.has(code) ? code : 'other', ...own });
      },
      answered({ method: sent, route, status, inMs }) {
        // Clients can send any method, so unknown methods share a label.
        const method = /^(GET|HEAD|POST|PATCH|DELETE|OPTIONS)$/.test(sent) ? sent : 'other';
        requests.inc({ method, route, status, ...own });
        durations.observe({ route, ...own }, inMs / 1_000);
      },
      session: (event) => sessions.inc({ event, ...own }),
      socketOpened: () => sockets.inc(own),
      socketClosed: () => sockets.dec(own),
      visitorReported: (report) => visitors.count(report, own),
      masked: () => masked.inc(own),
      messageLeft: (event) => left.inc({ event, ...own }),
      socketRefused: (status) => refusedSockets.inc({ status, ...own }),
      called: ({ family, status, inMs }) => upstream.observe({ family, status, ...own }, inMs / 1_000),
      totals: async () => ({
        sessions: await total(sessions, ({ event }) => event === 'created'),
        refusals: await total(refusals, () => true),
        upstreamErrors: await total(
          upstream,
          ({ status }, name) => name?.endsWith('_count') === true && (status === 'none' || status === '5xx'),
        ),
        webhooks: await total(
          requests,
          ({ route, status }) => String(route).startsWith('/admin/v1/webhooks/') && status === 200,
        ),
        sockets: await total(sockets, () => true),
      }),
    };
  }

  const bySite = new Map<string, SiteMetrics>();
  function ofSite(site: string): SiteMetrics {
    const made = bySite.get(site) ?? create(site);
    bySite.set(site, made);
    return made;
  }

  return {
    ...ofSite(''),
    ofSite,
    storeFailed: (operation) => storeErrors.inc({ operation }),
    clientHidden: () => hiddenClients.inc(),
    configurationOutdated: (isOutdated) => outdated.set(isOutdated ? 1 : 0),
    async render() {
      return new Response(await all.metrics(), { headers: { 'Content-Type': all.contentType } });
    },
  };
}
