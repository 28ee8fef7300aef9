import type Database from 'libsql';
import type { Project } from '../keys.ts';
import { firstRow } from './database.ts';

export const RESPONSE_METRICS = [
  'CALL_IN_PROGRESS',
  'CALL_COMPLETED',
  'HANDOFF_TO',
  'HANDOFF_REASON',
] as const;
export type ResponseMetric = (typeof RESPONSE_METRICS)[number];

/** How a project shows its conversations (specification, Transcript visibility). */
export interface ProjectSettings {
  /** Whether lists have turns; `num_turns` is true either way. Default true. */
  readonly showTranscripts?: boolean;
  /** Which metrics conversations have; default all. */
  readonly responseMetrics?: readonly ResponseMetric[];
  /** Whether v1 gives the fields of the whitelist and no others; default false. */
  readonly enableWhitelist?: boolean;
  /** Default `id`, `started_at`, `account_id` and `project_id`. */
  readonly whitelist?: readonly string[];
  /** Whether lists of v2 and v3 are sent as they are made, and v2 has cursors; default false. */
  readonly chunkedResponses?: boolean;
}

const DEFAULTS: Required<ProjectSettings> = {
  showTranscripts: true,
  responseMetrics: RESPONSE_METRICS,
  enableWhitelist: false,
  whitelist: ['id', 'started_at', 'account_id', 'project_id'],
  chunkedResponses: false,
};

export interface ProjectSettingsStore {
  of(project: Project): Required<ProjectSettings>;
  /** Replaces what was set before; what is left out is as by default. */
  put(project: Project, settings: ProjectSettings): void;
}

export function createProjectSettings(db: Database.Database): ProjectSettingsStore {
  const read = db.prepare('SELECT settings FROM project_settings WHERE account_id = ? AND project_id = ?');
  const write = db.prepare(
    'REPLACE INTO project_settings (account_id, project_id, settings) VALUES (?, ?, ?)',
  );
  return {
    of({ accountId, projectId }) {
      const row = firstRow<{ settings: string }>(read, accountId, projectId);
      return { ...DEFAULTS, ...(row && JSON.parse(row.settings)) };
    },
    put: ({ accountId, projectId }, settings) =>
      void write.run(accountId, projectId, JSON.stringify(settings)),
  };
}
