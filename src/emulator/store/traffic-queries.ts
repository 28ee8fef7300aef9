import type Database from 'libsql';
import { LEAST_SLOW_RECIPE, latenciesIn, maxDurationMs, planOf } from '../conversations/generator.ts';
import type { AgentFailure } from '../model/agent-failure.ts';
import { MAX_SLOWDOWN } from '../model/synthetic-options.ts';
import { firstRow } from './database.ts';

/** The measured conversations and time window: after `from`, up to and including `to`, in milliseconds. */
export interface TrafficScope {
  readonly accountId: string;
  /** null for all projects of the account. */
  readonly projectId: string | null;
  readonly from: number;
  readonly to: number;
}

export type TrafficQueries = ReturnType<typeof createTrafficQueries>;

const inProjects = 'account_id = ? AND project_id IN (SELECT value FROM json_each(?))';
const answeredAt = "turn ->> '$.agent_response_at'";

/** Queries about the traffic of conversations, for the metrics of alerts. */
export function createTrafficQueries(db: Database.Database) {
  // Steps from project to project in the index: there are few projects and up to a million rows of each.
  const readProjects = db.prepare(`
    WITH RECURSIVE known (id) AS (
      SELECT min(project_id) FROM conversations WHERE account_id = ?1
      UNION ALL
      SELECT (SELECT min(project_id) FROM conversations WHERE account_id = ?1 AND project_id > known.id)
      FROM known WHERE known.id IS NOT NULL
    )
    SELECT id FROM known WHERE id IS NOT NULL
  `);
  const readLatencies = db.prepare(`
    SELECT turn ->> '$.latency' AS latency
    FROM turns CROSS JOIN conversations ON seq = turns.transcript_id
    WHERE turns.transcript_id > 0 AND ${answeredAt} > ? AND ${answeredAt} <= ? AND ${inProjects}
  `);
  // Turns of synthetic conversations are not stored. They are generated again for conversations that can have one in the window.
  const readSynthetic = db.prepare(`
    SELECT recipe, started_at FROM conversations
    WHERE ${inProjects} AND started_at > ? AND started_at <= ? AND recipe IS NOT NULL
      AND (started_at > ? OR recipe >= ${LEAST_SLOW_RECIPE})
  `);
  const countStarted = db.prepare(`
    SELECT count(*) AS started FROM conversations WHERE ${inProjects} AND started_at > ? AND started_at <= ?
  `);
  const readFailures = db.prepare(`
    SELECT failure FROM failures CROSS JOIN conversations ON id = conversation_id
    WHERE at > ? AND at <= ? AND ${inProjects}
  `);
  const readFunctionErrors = db.prepare(`
    SELECT at FROM failures WHERE conversation_id = ? AND failure = 'function_errors' ORDER BY at, rowid
  `);
  const writeFailure = db.prepare('INSERT INTO failures (conversation_id, failure, at) VALUES (?, ?, ?)');

  function projectsOf({
    accountId,
    projectId,
  }: TrafficScope): readonly [accountId: string, projectIds: string] {
    const ids =
      projectId === null
        ? (readProjects.all(accountId) as { id: string }[]).map(({ id }) => id)
        : [projectId];
    return [accountId, JSON.stringify(ids)];
  }

  function syntheticLatencies(scope: TrafficScope): readonly (number | null)[] {
    const { from, to } = scope;
    const [longestMs, longestSlowMs] = [maxDurationMs(1), maxDurationMs(MAX_SLOWDOWN)];
    const rows = readSynthetic.all(...projectsOf(scope), from - longestSlowMs, to, from - longestMs);
    return (rows as { recipe: number; started_at: number }[]).flatMap(({ recipe, started_at }) =>
      latenciesIn(planOf(recipe), started_at, scope),
    );
  }

  return {
    /** Latencies of the turns whose answer began in the window, as in lists of conversations; null for turns without one. */
    turnLatencies(scope: TrafficScope): readonly (number | null)[] {
      const { from, to } = scope;
      const stored = readLatencies.all(from, to, ...projectsOf(scope)) as { latency: number | null }[];
      return [...stored.map(({ latency }) => latency), ...syntheticLatencies(scope)];
    },
    conversationsStarted: (scope: TrafficScope): number =>
      firstRow<{ started: number }>(countStarted, ...projectsOf(scope), scope.from, scope.to)?.started ?? 0,
    failures(scope: TrafficScope): readonly AgentFailure[] {
      const rows = readFailures.all(scope.from, scope.to, ...projectsOf(scope));
      return (rows as { failure: AgentFailure }[]).map(({ failure }) => failure);
    },
    addFailure: (conversationId: string, failure: AgentFailure, at: number): void =>
      void writeFailure.run(conversationId, failure, at),
    /** Times of function errors in a conversation, in milliseconds. */
    functionErrorsOf: (conversationId: string): readonly number[] =>
      (readFunctionErrors.all(conversationId) as { at: number }[]).map(({ at }) => at),
  };
}
