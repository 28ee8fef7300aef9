import type Database from 'libsql';

/** Failures of the agent, named as the metric that counts them. */
export type Incident = 'api_errors' | 'function_errors' | 'call_crashes';

/** After `from`, up to and with `to`, in milliseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** What went through the messaging host. */
export interface Traffic {
  /**
   * From a message of the visitor to the first word of the agent's answer, for each answer in the window. Of several messages before one
   * answer the last one counts; greetings and people's answers do not.
   */
  turnLatencies(window: Window): readonly number[];
  conversationsStarted(window: Window): number;
  incidents(window: Window): readonly Incident[];
  keepIncident(sessionId: string, incident: Incident, at: number): void;
}

interface EventRow {
  readonly session_id: string;
  readonly kind: 'userMessage' | 'agentMessage' | 'agentMessageChunk' | 'liveAgentMessage';
  readonly at: number;
  readonly message_id: string;
}

export function createTraffic(db: Database.Database): Traffic {
  const readMessages = db.prepare(`
    SELECT session_id, event ->> '$.kind' AS kind, event ->> '$.at' AS at, event ->> '$.messageId' AS message_id
    FROM sessions JOIN events ON session_id = id
    WHERE created_at <= ?2 AND coalesce(ended_at > ?1, TRUE)
      AND kind IN ('userMessage', 'agentMessage', 'agentMessageChunk', 'liveAgentMessage')
    ORDER BY session_id, sequence
  `);
  const countStarted = db.prepare(
    'SELECT count(*) AS started FROM sessions WHERE created_at > ? AND created_at <= ?',
  );
  const readIncidents = db.prepare('SELECT incident FROM incidents WHERE at > ? AND at <= ?');
  const writeIncident = db.prepare('INSERT INTO incidents (session_id, incident, at) VALUES (?, ?, ?)');

  return {
    turnLatencies({ from, to }) {
      const latencies: number[] = [];
      let sessionId: string | undefined;
      let askedAt: number | undefined;
      let answers = new Set<string>();
      for (const row of readMessages.all(from, to) as EventRow[]) {
        if (row.session_id !== sessionId) {
          sessionId = row.session_id;
          askedAt = undefined;
          answers = new Set();
        }
        if (row.kind === 'userMessage') {
          askedAt = row.at;
          continue;
        }
        // What goes on with an answer says nothing about the message that came meanwhile.
        if (answers.has(row.message_id)) continue;
        answers.add(row.message_id);
        const isTurn = row.kind !== 'liveAgentMessage' && row.at > from && row.at <= to;
        if (askedAt !== undefined && isTurn) latencies.push(row.at - askedAt);
        askedAt = undefined;
      }
      return latencies;
    },
    conversationsStarted: ({ from, to }) => (countStarted.get(from, to) as { started: number }).started,
    incidents: ({ from, to }) =>
      (readIncidents.all(from, to) as { incident: Incident }[]).map(({ incident }) => incident),
    keepIncident: (sessionId, incident, at) => void writeIncident.run(sessionId, incident, at),
  };
}
