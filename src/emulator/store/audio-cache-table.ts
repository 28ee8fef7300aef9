import type Database from 'libsql';
import type { Project } from '../model/project.ts';
import { firstRow, insertInto } from './database.ts';

/** A cached recording of generated speech. `cached_at` is in milliseconds, `duration` in seconds. */
export interface AudioEntry {
  readonly id: number;
  readonly cached_at: number;
  readonly hit_count: number;
  readonly duration: number;
  readonly transcript: string;
  readonly provider: string;
  readonly provider_voice_id: string;
  readonly audio_filename: string | null;
  readonly language_code: string;
}

/** Fields by which a list can be sorted. */
export const SORT_FIELDS = ['cached_at', 'duration', 'hit_count', 'id', 'transcript'] as const;

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly sort: { readonly field: (typeof SORT_FIELDS)[number]; readonly direction: 'asc' | 'desc' };
}

const COLUMNS =
  'cached_at, hit_count, duration, transcript, provider, provider_voice_id, audio_filename, language_code';

export function createAudioCacheTable(db: Database.Database) {
  const ofProject = 'account_id = ? AND project_id = ?';
  const readCount = db.prepare(`SELECT count(*) AS entries FROM audio_cache WHERE ${ofProject}`);
  const write = db.prepare(insertInto('audio_cache', `account_id, project_id, ${COLUMNS}`));
  const remove = db.prepare(`DELETE FROM audio_cache WHERE ${ofProject} AND id = ?`);
  return {
    count: ({ accountId, projectId }: Project): number =>
      firstRow<{ entries: number }>(readCount, accountId, projectId)?.entries ?? 0,
    page({ accountId, projectId }: Project, { limit, offset, sort }: Page): readonly AudioEntry[] {
      // `field` and `direction` are constants of this program, not user input.
      const read = db.prepare(`
        SELECT id, ${COLUMNS} FROM audio_cache
        WHERE ${ofProject} ORDER BY ${sort.field} ${sort.direction}, id LIMIT ? OFFSET ?
      `);
      return read.all(accountId, projectId, limit, offset) as AudioEntry[];
    },
    add: ({ accountId, projectId }: Project, entry: Omit<AudioEntry, 'id'>): void =>
      void write.run({ ...entry, account_id: accountId, project_id: projectId }),
    /** Deletes an entry. Returns false when the project has no such entry. */
    delete: ({ accountId, projectId }: Project, id: number): boolean =>
      remove.run(accountId, projectId, id).changes > 0,
  };
}
