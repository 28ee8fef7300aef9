import type Database from 'libsql';
import type { Project } from '../access/project.ts';

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

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly sort: { readonly field: (typeof SORT_FIELDS)[number]; readonly direction: 'asc' | 'desc' };
}

export interface AudioCacheTable {
  count(project: Project): number;
  page(project: Project, page: Page): readonly AudioEntry[];
  add(project: Project, entry: Omit<AudioEntry, 'id'>): void;
  /** Deletes an entry. Returns false when the project has no such entry. */
  delete(project: Project, id: number): boolean;
}

export function createAudioCacheTable(db: Database.Database): AudioCacheTable {
  const ofProject = 'account_id = ? AND project_id = ?';
  const readCount = db.prepare(`SELECT count(*) AS entries FROM audio_cache WHERE ${ofProject}`);
  const write = db.prepare(`
    INSERT INTO audio_cache (
      account_id, project_id, cached_at, hit_count, duration, transcript, provider, provider_voice_id,
      audio_filename, language_code
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `);
  const remove = db.prepare(`DELETE FROM audio_cache WHERE ${ofProject} AND id = ?`);
  return {
    count: ({ accountId, projectId }) => (readCount.get(accountId, projectId) as { entries: number }).entries,
    page({ accountId, projectId }, { limit, offset, sort }) {
      // `field` and `direction` are constants of this program, not user input.
      const read = db.prepare(`
        SELECT id, cached_at, hit_count, duration, transcript, provider, provider_voice_id, audio_filename, language_code
        FROM audio_cache WHERE ${ofProject} ORDER BY ${sort.field} ${sort.direction}, id LIMIT ? OFFSET ?
      `);
      return read.all(accountId, projectId, limit, offset) as AudioEntry[];
    },
    add: ({ accountId, projectId }, it) =>
      void write.run(
        accountId,
        projectId,
        it.cached_at,
        it.hit_count,
        it.duration,
        it.transcript,
        it.provider,
        it.provider_voice_id,
        it.audio_filename,
        it.language_code,
      ),
    delete: ({ accountId, projectId }, id) => remove.run(accountId, projectId, id).changes > 0,
  };
}
