import type Database from 'libsql';
import { longestMs, planOf, turnsOf } from '../conversations/generator.ts';

/** Failures of the agent, named as the metric that counts them. */
export type Incident = 'api_errors' | 'function_errors' | 'call_crashes';

/** Whose conversations are measured, and when: after `from`, up to and with `to`, in milliseconds. */
export interface TrafficScope {
  readonly accountId: string;
  /** null: all projects of the account. */
  readonly projectId: string | null;
  readonly from: number;
  readonly to: number;
}

/** What went on in conversations. */
export interface Traffic {
  /** The latency of each turn whose answer began in the window, as lists of conversations show it; null where they show none. */
  turnLatencies(scope: TrafficScope): readonly (number | null)[];
  conversationsStarted(scope: TrafficScope): number;
  incidents(scope: TrafficScope): readonly Incident[];
  keepIncident(sessionId: string, incident: Incident, at: number): void;
  /** When the functions of a conversation failed, in milliseconds. */
  functionErrorsOf(conversationId: string): readonly number[];
}

const inProjects = 'account_id = ? AND project_id IN (SELECT value FROM json_each(?))';
const answeredAt = "turn ->> '$.agent_response_at'";

export function createTraffic(db: Database.Database): Traffic {
  // From project to project by the index: there are few of them, and maybe a million rows of each.
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
  // Their turns are not stored: those of each that may have had one in the window are made again.
  const readGenerated = db.prepare(`
    SELECT recipe, started_at FROM conversations
    WHERE ${inProjects} AND started_at > ? AND started_at <= ? AND recipe IS NOT NULL
  `);
  const countStarted = db.prepare(`
    SELECT count(*) AS started FROM conversations WHERE ${inProjects} AND started_at > ? AND started_at <= ?
  `);
  const readIncidents = db.prepare(`
    SELECT incident FROM incidents CROSS JOIN conversations ON id = session_id
    WHERE at > ? AND at <= ? AND ${inProjects}
  `);
  const readErrors = db.prepare(`
    SELECT at FROM incidents WHERE session_id = ? AND incident = 'function_errors' ORDER BY at, rowid
  `);
  const writeIncident = db.prepare('INSERT INTO incidents (session_id, incident, at) VALUES (?, ?, ?)');

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

  function generatedLatencies(scope: TrafficScope): readonly (number | null)[] {
    const { from, to } = scope;
    const rows = readGenerated.all(...projectsOf(scope), from - longestMs(), to);
    return (rows as { recipe: number; started_at: number }[]).flatMap(({ recipe, started_at }) =>
      turnsOf(planOf(recipe), started_at).flatMap(({ agent_response_at: at, latency }) =>
        at !== null && at > from && at <= to ? [latency] : [],
      ),
    );
  }

  return {
    turnLatencies(scope) {
      const { from, to } = scope;
      const held = readLatencies.all(from, to, ...projectsOf(scope)) as { latency: number | null }[];
      return [...held.map(({ latency }) => latency), ...generatedLatencies(scope)];
    },
    conversationsStarted(scope) {
      const [row] = countStarted.all(...projectsOf(scope), scope.from, scope.to) as { started: number }[];
      return row?.started ?? 0;
    },
    incidents: (scope) =>
      (readIncidents.all(scope.from, scope.to, ...projectsOf(scope)) as { incident: Incident }[]).map(
        ({ incident }) => incident,
      ),
    keepIncident: (sessionId, incident, at) => void writeIncident.run(sessionId, incident, at),
    functionErrorsOf: (id) => (readErrors.all(id) as { at: number }[]).map(({ at }) => at),
  };
}
