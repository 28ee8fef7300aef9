import type Database from 'libsql';
import type { Project } from '../model/project.ts';
import { firstRow } from './database.ts';

export const RESPONSE_METRICS = [
  'CALL_IN_PROGRESS',
  'CALL_COMPLETED',
  'HANDOFF_TO',
  'HANDOFF_REASON',
] as const;
export type ResponseMetric = (typeof RESPONSE_METRICS)[number];

/** Settings for the answers about a project's conversations. */
export interface ProjectSettings {
  /** True if lists contain turns; `num_turns` is correct either way. Default true. */
  readonly showTranscripts?: boolean;
  /** Metrics in the answers; default all. */
  readonly responseMetrics?: readonly ResponseMetric[];
  /** True if version 1 returns only the fields of the whitelist; default false. */
  readonly enableWhitelist?: boolean;
  /** Default `id`, `started_at`, `account_id` and `project_id`. */
  readonly whitelist?: readonly string[];
  /** True if lists of versions 2 and 3 are sent in chunks and version 2 has cursors; default false. */
  readonly chunkedResponses?: boolean;
  /** True if turns in other languages contain the English of the input and of the response; default true. */
  readonly translateTurns?: boolean;
}

const DEFAULTS: Required<ProjectSettings> = {
  showTranscripts: true,
  responseMetrics: RESPONSE_METRICS,
  enableWhitelist: false,
  whitelist: ['id', 'started_at', 'account_id', 'project_id'],
  chunkedResponses: false,
  translateTurns: true,
};

export function createProjectSettingsTable(db: Database.Database) {
  const read = db.prepare('SELECT settings FROM project_settings WHERE account_id = ? AND project_id = ?');
  const write = db.prepare(
    'REPLACE INTO project_settings (account_id, project_id, settings) VALUES (?, ?, ?)',
  );
  return {
    of({ accountId, projectId }: Project): Required<ProjectSettings> {
      const row = firstRow<{ settings: string }>(read, accountId, projectId);
      return { ...DEFAULTS, ...(row && JSON.parse(row.settings)) };
    },
    /** Replaces all settings. Omitted ones get their default. */
    put: ({ accountId, projectId }: Project, settings: ProjectSettings): void =>
      void write.run(accountId, projectId, JSON.stringify(settings)),
  };
}
