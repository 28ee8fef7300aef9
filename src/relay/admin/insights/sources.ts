import { err, ok, type Result } from '../../../base/result.ts';
import { type ConversationRow, readConversationRows } from '../../../platform/conversation-rows.ts';
import { activeAlerts, type Client, concurrency, type PlatformError } from '../../../platform/index.ts';
import type { PlatformClients } from '../api/endpoint-operation.ts';
import type { Environment } from './plan.ts';
import type { Present } from './snapshot.ts';
import { floorTo, type Range, WINDOW_MS } from './thinning.ts';

type Alerts = NonNullable<Present['alerts']>['firing'];

/** Reads the platform. Every request first waits for `permit`. */
export interface Sources {
  /** The conversations that began in a range, one at a time; optionally only those in progress. An error is the last item. */
  conversations(
    environment: Environment,
    range: Range,
    isInProgress?: boolean,
  ): AsyncIterable<Result<ConversationRow, PlatformError>>;
  /** The highest concurrency by the start of its window; undefined if the platform does not provide it. */
  peaks(
    environment: Environment,
    range: Range,
  ): Promise<Result<ReadonlyMap<number, number> | undefined, PlatformError>>;
  /** The active alerts of the project and of the whole account; undefined if the host is not configured. */
  alerts(): Promise<Result<Alerts | undefined, PlatformError>>;
}

interface SourcesPorts {
  readonly clients: Pick<PlatformClients, 'base'> & { readonly platform: Client<'platform'> };
  readonly projectId: string | undefined;
  /** Rejects if no further request may be sent. */
  readonly permit: () => Promise<void>;
  readonly signal: AbortSignal;
}

const PAGE_SIZE = 200;

const iso = (at: number) => new Date(at).toISOString();
const timesOf = ({ from, to }: Range) => ({ start_time: iso(from), end_time: iso(to) });

/** True if the platform lacks this endpoint, or refuses it for this key. */
const isMissing = ({ upstream, code }: PlatformError) =>
  code === 'NOT_IMPLEMENTED' || [400, 403, 404, 405, 410].includes(upstream?.status ?? 0);

export function createSources({ clients, projectId, permit, signal }: SourcesPorts): Sources {
  const { base, platform } = clients;
  const paced: Client<'platform'> = {
    ...platform,
    async stream(...request) {
      await permit();
      return platform.stream(...request);
    },
  };

  return {
    conversations: (client_env, range, isInProgress = false) =>
      readConversationRows(
        paced,
        {
          ...timesOf(range),
          client_env,
          limit: PAGE_SIZE,
          include_latency: true,
          include_context_state: false,
          include_turn_metadata: false,
          ...(isInProgress && { in_progress: true }),
        },
        { signal },
      ),
    async peaks(client_env, range) {
      await permit();
      const query = { ...timesOf(range), client_env };
      const answer = await platform.call(concurrency.get, { query }, { signal });
      if (!answer.ok) return isMissing(answer.error) ? ok(undefined) : err(answer.error);
      const peaks = new Map<number, number>();
      for (const { time, max_concurrent_conversations: count } of answer.value.intervals) {
        const start = floorTo(Date.parse(time), WINDOW_MS);
        peaks.set(start, Math.max(count, peaks.get(start) ?? 0));
      }
      return ok(peaks);
    },
    async alerts() {
      if (!base) return ok(undefined);
      await permit();
      const answer = await base.call(activeAlerts.list, { query: {} }, { signal });
      if (!answer.ok) return answer;
      return ok(
        answer.value.data.filter(({ project_id }) => (project_id ?? projectId) === projectId).slice(0, 100),
      );
    },
  };
}
