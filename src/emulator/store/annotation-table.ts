import type Database from 'libsql';

export const ANNOTATION_ROLES = ['user', 'agent'] as const;
export const ANNOTATION_TYPES = ['missing_topic', 'wrong_transcript', 'wrong_info'] as const;

/** An issue that a reviewer marks on one side of a turn. */
export interface Annotation {
  /** Index of the turn, from 0. */
  readonly turn: number;
  readonly role: (typeof ANNOTATION_ROLES)[number];
  readonly type: (typeof ANNOTATION_TYPES)[number];
}

/** Annotations and notes of conversations. */
export function createAnnotationTable(db: Database.Database) {
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
    /** Notes by conversation id. Conversations without a note are left out. */
    notesOf(ids: readonly string[]): ReadonlyMap<string, string> {
      const rows = readNotes.all(JSON.stringify(ids)) as { id: string; note: string }[];
      return new Map(rows.map(({ id, note }) => [id, note]));
    },
    putNote: (id: string, note: string): void => void writeNote.run(id, note),
    /** Annotations in the order of the turns. */
    annotationsOf: (id: string): readonly Annotation[] => readAnnotations.all(id) as Annotation[],
    /** Adds all annotations or none. Existing ones stay unchanged. */
    addAnnotations: (id: string, annotations: readonly Annotation[]): void =>
      db.transaction(() => {
        for (const { turn, role, type } of annotations) annotate.run(id, turn, role, type);
      })(),
  };
}
