import type Database from 'libsql';

export const ROLES = ['user', 'agent'] as const;
export const ANNOTATION_TYPES = ['missing_topic', 'wrong_transcript', 'wrong_info'] as const;

/** What is wrong with one side of a turn. */
export interface Annotation {
  /** Counted from 0. */
  readonly turn: number;
  readonly role: (typeof ROLES)[number];
  readonly type: (typeof ANNOTATION_TYPES)[number];
}

/** What people have written about conversations. */
export interface Remarks {
  /** By conversation; those without a note are not in it. */
  notesOf(conversationIds: readonly string[]): ReadonlyMap<string, string>;
  putNote(conversationId: string, note: string): void;
  /** In the order of the turns. */
  annotationsOf(conversationId: string): readonly Annotation[];
  /** All or none; one that is there already stays as it is. */
  annotate(conversationId: string, annotations: readonly Annotation[]): void;
}

export function createRemarks(db: Database.Database): Remarks {
  const readNotes = db.prepare(`
    SELECT conversation_id AS id, note FROM notes WHERE conversation_id IN (SELECT value FROM json_each(?))
  `);
  const writeNote = db.prepare('REPLACE INTO notes (conversation_id, note) VALUES (?, ?)');
  const readAnnotations = db.prepare(
    'SELECT turn, role, type FROM annotations WHERE conversation_id = ? ORDER BY turn, role DESC, type',
  );
  const annotate = db.prepare(
    'INSERT OR IGNORE INTO annotations (conversation_id, turn, role, type) VALUES (?, ?, ?, ?)',
  );
  return {
    notesOf(ids) {
      const rows = readNotes.all(JSON.stringify(ids)) as { id: string; note: string }[];
      return new Map(rows.map(({ id, note }) => [id, note]));
    },
    putNote: (id, note) => void writeNote.run(id, note),
    annotationsOf: (id) => readAnnotations.all(id) as Annotation[],
    annotate: db.transaction((id: string, annotations: readonly Annotation[]) => {
      for (const { turn, role, type } of annotations) annotate.run(id, turn, role, type);
    }),
  };
}
