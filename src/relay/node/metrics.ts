import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../health/metrics.ts';
import { REFUSAL_KINDS, type RefusalKind } from '../health/refusal-kind.ts';
import { refusalKindOf } from '../problem.ts';
import { processMetrics } from './process-metrics.ts';

declare const __FOYER_VERSION__: string;

interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly metricName?: string;
}

/** Seconds. The relay's time-out for a call is 10 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The platform has codes of its own, of which each would be a series for ever. */
const MAX_CODES = 100;

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

  gauge('foyer_build_info', 'Always 1; the labels say what runs.', 'version', 'node').set(
    { version: __FOYER_VERSION__, node: process.versions.node },
    1,
  );
  const requests = counter(
    'foyer_requests_total',
    'Requests answered, by the pattern of their route.',
    'method',
    'route',
    'status',
  );
  const durations = durationsOf('foyer_request_duration_seconds', 'Time until the answer began.', 'route');
  const errors = counter('foyer_errors_total', 'Requests refused or failed, by error code.', 'code');
  const codes = new Set<string>();
  const upstream = durationsOf(
    'foyer_upstream_duration_seconds',
    'Time until an answer of the platform began, by host family and status class; "none" means no answer.',
    'family',
    'status',
  );
  const sessions = counter(
    'foyer_sessions_total',
    'Sessions created, resumed, ended and forgotten.',
    'event',
  );
  const sockets = gauge('foyer_sockets', 'Open visitor sockets in proxy mode.');
  const refusedSockets = counter(
    'foyer_sockets_refused_total',
    'Handshakes of visitor sockets refused in proxy mode, by status.',
    'status',
  );
  const masked = counter(
    'foyer_messages_masked_total',
    'Messages in which the relay has masked a card number, an IBAN or a secret.',
  );
  const storeErrors = counter(
    'foyer_store_errors_total',
    'Commands of a shared store that failed or came too late.',
    'operation',
  );
  const hiddenClients = counter(
    'foyer_requests_without_client_total',
    'Requests of visitors that a trusted proxy sent without X-Forwarded-For.',
  );
  const refusals = counter(
    'foyer_refusals_total',
    'What the relay has turned away by its own rules, by kind.',
    'kind',
  );
  // From the start, so that the first refusal is an increase.
  for (const kind of REFUSAL_KINDS) refusals.inc({ kind }, 0);

  const all = Registry.merge([registry, processMetrics()]);

  const refused = (kind: RefusalKind): void => refusals.inc({ kind });
  const failed: Metrics['failed'] = ({ failed, code }) => {
    const kind = refusalKindOf(failed);
    if (kind) refused(kind);
    if (codes.size < MAX_CODES) codes.add(code);
    errors.inc({ code: codes.has(code) ? code : 'other' });
  };

  return {
    refused,
    failed,
    storeFailed: (operation) => storeErrors.inc({ operation }),
    clientHidden: () => hiddenClients.inc(),
    answered({ method: sent, route, status, inMs }) {
      // Clients can send any method, so unknown ones share a label.
      const method = /^(GET|HEAD|POST|PATCH|DELETE|OPTIONS)$/.test(sent) ? sent : 'other';
      requests.inc({ method, route, status });
      durations.observe({ route }, inMs / 1_000);
    },
    session: (event) => sessions.inc({ event }),
    socketOpened: () => sockets.inc(),
    socketClosed: () => sockets.dec(),
    masked: () => masked.inc(),
    socketRefused: (status) => refusedSockets.inc({ status }),
    called: ({ family, status, inMs }) => upstream.observe({ family, status }, inMs / 1_000),
    async totals() {
      const sum = async (
        metric: Pick<typeof requests, 'get'> | Pick<typeof upstream, 'get'> | Pick<typeof sockets, 'get'>,
        isCounted: (labels: Readonly<Record<string, unknown>>, name: string | undefined) => boolean,
      ): Promise<number> => {
        const { values } = (await metric.get()) as { readonly values: readonly MetricValue[] };
        return values
          .filter(({ labels, metricName }) => isCounted(labels, metricName))
          .reduce((all, { value }) => all + value, 0);
      };
      return {
        sessions: await sum(sessions, ({ event }) => event === 'created'),
        refusals: await sum(refusals, () => true),
        upstreamErrors: await sum(
          upstream,
          ({ status }, name) => name?.endsWith('_count') === true && (status === 'none' || status === '5xx'),
        ),
        webhooks: await sum(
          requests,
          ({ route, status }) => String(route).startsWith('/admin/v1/webhooks/') && status === 200,
        ),
        sockets: await sum(sockets, () => true),
      };
    },
    async render() {
      return new Response(await all.metrics(), { headers: { 'Content-Type': all.contentType } });
    },
  };
}
