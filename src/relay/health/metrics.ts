import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../base/clock.ts';
import type { Family } from '../../platform/index.ts';
import type { Post } from '../upstream/post-json.ts';

/** What the relay counts, for Prometheus. No label ever holds what somebody sent. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. The relay's own time-out for a call is ten. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(clock: Clock) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'foyer_requests_total',
    help: 'Requests answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'foyer_request_duration_seconds',
    help: 'Time until an answer began.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  const errors = new Counter({
    name: 'foyer_errors_total',
    help: 'Requests refused or failed, by the reason.',
    labelNames: ['code'],
    registers,
  });
  const upstream = new Histogram({
    name: 'foyer_upstream_duration_seconds',
    help: 'Time until an answer of the platform began, by host family and class of status; "none" is no answer.',
    labelNames: ['family', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const sessions = new Counter({
    name: 'foyer_sessions_total',
    help: 'Sessions by what was done with them.',
    labelNames: ['event'],
    registers,
  });
  const sockets = new Gauge({
    name: 'foyer_sockets',
    help: 'Visitors whose socket this relay carries.',
    registers,
  });

  return {
    answered(request: {
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly inMs: number;
      readonly code: string | undefined;
    }): void {
      const { route, status, inMs, code } = request;
      // A method is the client's to invent; a label is not.
      const method = /^(GET|HEAD|POST|PATCH|DELETE|OPTIONS)$/.test(request.method) ? request.method : 'other';
      requests.inc({ method, route, status });
      durations.observe({ route }, inMs / 1_000);
      if (code !== undefined) errors.inc({ code });
    },
    session: (event: 'created' | 'resumed' | 'ended' | 'forgotten'): void => sessions.inc({ event }),
    socketOpened: (): void => sockets.inc(),
    socketClosed: (): void => sockets.dec(),
    /** The same call to the messaging host, timed. */
    timedPost(post: Post): Post {
      return async (posting) => {
        const startedAt = clock.now();
        const answer = await post(posting);
        const status = answer.at === 'answered' ? `${Math.floor(answer.status / 100)}xx` : 'none';
        upstream.observe({ family: 'messaging', status }, (clock.now() - startedAt) / 1_000);
        return answer;
      };
    },
    /** The same `fetch`, timed. */
    timed(family: Family, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
      return async (input, init) => {
        const startedAt = clock.now();
        let status = 'none';
        try {
          const response = await fetch(input, init);
          status = `${Math.floor(response.status / 100)}xx`;
          return response;
        } finally {
          upstream.observe({ family, status }, (clock.now() - startedAt) / 1_000);
        }
      };
    },
    /** The text format of Prometheus. */
    async render(): Promise<Response> {
      return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } });
    },
  };
}
