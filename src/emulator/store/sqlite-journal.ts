import type Database from 'libsql';
import type { SentEvent } from '../../protocol/server-frames.ts';
import { type Conversation, NEW_CONVERSATION } from '../model/conversation.ts';
import type { Journal, NewEvent, NewSession, StoredSession } from '../model/journal.ts';
import { createConversationWriter, type EventRow } from './conversation-writer.ts';

interface SessionRow {
  readonly id: string;
  readonly token_hash: string;
  readonly streaming: number;
  readonly active_at: number;
  readonly ended_at: number | null;
  readonly conversation: string;
  readonly origin: string | null;
}

// Rows are not validated: the version of the file says that this program wrote them.
const sessionOf = (row: SessionRow): StoredSession => ({
  id: row.id,
  tokenHash: row.token_hash,
  streaming: row.streaming === 1,
  activeAt: row.active_at,
  isOver: row.ended_at !== null,
  conversation: JSON.parse(row.conversation) as Conversation,
  isDebugChat: row.origin !== null,
});
const eventOf = (row: EventRow): SentEvent => ({
  ...(JSON.parse(row.event) as NewEvent),
  sequence: row.sequence,
});

/** The journal of sessions in the platform's file. */
export function createSqliteJournal(db: Database.Database): Journal {
  const readSetting = db.prepare('SELECT value FROM settings WHERE name = ?');
  const writeSetting = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  const writeSession = db.prepare(`
    INSERT INTO sessions (id, token_hash, streaming, platform, created_at, active_at, conversation, origin)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `);
  const readSession = db.prepare('SELECT * FROM sessions WHERE id = ?');
  const readIds = db.prepare('SELECT id FROM sessions ORDER BY created_at, rowid');
  const readOpenIds = db.prepare('SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY created_at, rowid');
  const writeActive = db.prepare('UPDATE sessions SET active_at = ? WHERE id = ?');
  const writeConversation = db.prepare('UPDATE sessions SET conversation = ? WHERE id = ?');
  const writeEnd = db.prepare('UPDATE sessions SET ended_at = ? WHERE id = ?');
  const writeEvent = db.prepare(`
    INSERT INTO events (session_id, sequence, event)
    VALUES (?1, 1 + coalesce((SELECT max(sequence) FROM events WHERE session_id = ?1), 0), ?2)
    RETURNING sequence
  `);
  const readEvents = db.prepare(
    'SELECT sequence, event FROM events WHERE session_id = ? AND sequence > ? ORDER BY sequence LIMIT ?',
  );

  const updateConversation = createConversationWriter(db);

  // An event and its effect on the conversation are stored in one transaction.
  function add(sessionId: string, event: NewEvent): SentEvent {
    const row = writeEvent.get(sessionId, JSON.stringify(event)) as { sequence: number };
    if (event.kind === 'sessionEnd') writeEnd.run(event.at, sessionId);
    const sent = { ...event, sequence: row.sequence };
    updateConversation(sessionId, sent);
    return sent;
  }
  const append = db.transaction(add);
  const createSession = db.transaction((session: NewSession, first: NewEvent) => {
    const { id, tokenHash, streaming, platform, at, origin } = session;
    const conversation = JSON.stringify({
      ...NEW_CONVERSATION,
      ...(origin && { language: origin.language }),
    });
    const originText = origin ? JSON.stringify(origin) : null;
    writeSession.run(id, tokenHash, streaming ? 1 : 0, platform, at, at, conversation, originText);
    add(id, first);
  });

  return {
    setting(name, make) {
      const row = readSetting.get(name) as { value: string } | undefined;
      if (row) return row.value;
      const value = make();
      writeSetting.run(name, value);
      return value;
    },
    createSession,
    session(id) {
      const row = readSession.get(id) as SessionRow | undefined;
      return row && sessionOf(row);
    },
    sessionIds: () => (readIds.all() as { id: string }[]).map(({ id }) => id),
    openSessionIds: () => (readOpenIds.all() as { id: string }[]).map(({ id }) => id),
    touch: (id, at) => void writeActive.run(at, id),
    storeConversation: (id, conversation) => void writeConversation.run(JSON.stringify(conversation), id),
    append,
    events: (sessionId, after, limit = -1) =>
      (readEvents.all(sessionId, after, limit) as EventRow[]).map(eventOf),
  };
}
