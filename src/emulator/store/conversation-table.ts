import type Database from 'libsql';
import { planOf, turnsOf } from '../conversations/generator.ts';
import type { Environment } from '../model/origin.ts';
import type { Project } from '../model/project.ts';
import type { Turn } from '../model/turn.ts';
import type { ConversationRow } from './conversation-row.ts';
import { createConversationSearch, type Search } from './conversation-search.ts';
import { createStatements, firstRow } from './database.ts';

export interface ConversationFilter extends Project {
  readonly environment: Environment;
  /** First time included, in milliseconds. */
  readonly startedFrom?: number | undefined;
  /** First time excluded, in milliseconds. */
  readonly startedBefore?: number | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly variantId?: string | undefined;
  readonly inProgress?: boolean | undefined;
}

/** Sort key of a result. `seq` breaks ties. */
export type SortKey = readonly [rank: number, startedAt: number, seq: number];

export interface PageRequest {
  readonly filter: ConversationFilter;
  /** Default: all conversations, oldest first. */
  readonly search?: Search | undefined;
  readonly after:
    | { readonly kind: 'result'; readonly sortKey: SortKey }
    | { readonly kind: 'offset'; readonly offset: number };
  readonly limit: number;
}

export type RankedConversation = ConversationRow & { readonly rank: number };

const ofProject = 'c.account_id = ? AND c.project_id = ?';

/** SQL conditions with their values. Undefined fields add none. */
function conditionsOf(filter: ConversationFilter): readonly (readonly [sql: string, ...values: unknown[]])[] {
  const { startedFrom, startedBefore, channels, variantId, inProgress } = filter;
  return [
    [ofProject, filter.accountId, filter.projectId],
    ['c.environment = ?', filter.environment],
    ...(startedFrom === undefined ? [] : [['c.started_at >= ?', startedFrom] as const]),
    ...(startedBefore === undefined ? [] : [['c.started_at < ?', startedBefore] as const]),
    ...(variantId === undefined ? [] : [['c.variant_id = ?', variantId] as const]),
    ...(inProgress === undefined ? [] : [[`c.ended_at IS ${inProgress ? '' : 'NOT '}NULL`] as const]),
    ...(channels === undefined
      ? []
      : [['c.channel IN (SELECT value FROM json_each(?))', JSON.stringify(channels)] as const]),
  ];
}

/** Conversations by phone and by chat. */
export function createConversationTable(db: Database.Database) {
  const readNewest = db.prepare(`
    SELECT c.* FROM conversations AS c WHERE ${ofProject} ORDER BY started_at DESC, seq DESC LIMIT ? OFFSET ?
  `);
  const countAll = db.prepare(`SELECT count(*) AS count FROM conversations AS c WHERE ${ofProject}`);
  const read = db.prepare(`SELECT c.* FROM conversations AS c WHERE ${ofProject} AND c.id = ?`);
  const readProject = db.prepare('SELECT account_id, project_id FROM conversations WHERE id = ?');
  const readTurns = db.prepare(`
    SELECT transcript_id, turn FROM turns
    WHERE transcript_id IN (SELECT value FROM json_each(?)) ORDER BY transcript_id, position
  `);
  const search = createConversationSearch(db);
  // One for each combination of filters.
  const prepared = createStatements(db);

  return {
    page({ filter, search: by, after, limit }: PageRequest): readonly RankedConversation[] {
      const source = search.sourceOf(by);
      const order = source.isRanked ? `${source.rank}, c.started_at, c.seq` : 'c.started_at, c.seq';
      const sortKey = after.kind === 'result' ? after.sortKey : undefined;
      const conditions = [
        ...conditionsOf(filter),
        ...source.conditions,
        ...(sortKey === undefined
          ? []
          : source.isRanked
            ? [[`(${order}) > (?, ?, ?)`, ...sortKey] as const]
            : [[`(${order}) > (?, ?)`, ...sortKey.slice(1)] as const]),
      ];
      const sql = `
        SELECT ${source.rank} AS rank, c.* FROM conversations AS c ${source.join}
        WHERE ${conditions.map(([condition]) => condition).join(' AND ')}
        ORDER BY ${order} LIMIT ? OFFSET ?
      `;
      const values = conditions.flatMap(([, ...given]) => given);
      const offset = after.kind === 'offset' ? after.offset : 0;
      return prepared(sql).all(...values, limit, offset) as RankedConversation[];
    },
    /** Conversations of all environments, newest first. */
    newest: (
      { accountId, projectId }: Project,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): readonly ConversationRow[] => readNewest.all(accountId, projectId, limit, offset) as ConversationRow[],
    count: ({ accountId, projectId }: Project): number =>
      firstRow<{ count: number }>(countAll, accountId, projectId)?.count ?? 0,
    get: ({ accountId, projectId }: Project, id: string) =>
      firstRow<ConversationRow>(read, accountId, projectId, id),
    /** The project of a conversation. Ids are unique across projects. */
    projectOf(id: string): Project | undefined {
      const row = firstRow<Pick<ConversationRow, 'account_id' | 'project_id'>>(readProject, id);
      return row && { accountId: row.account_id, projectId: row.project_id };
    },
    /** The turns of each row, by its `seq`. */
    turnsOf(rows: readonly ConversationRow[]): ReadonlyMap<number, readonly Turn[]> {
      const stored = rows.filter((row) => row.recipe === null).map((row) => row.transcript_id);
      const turns = new Map<number, Turn[]>();
      if (stored.length > 0) {
        const found = readTurns.all(JSON.stringify(stored)) as { transcript_id: number; turn: string }[];
        for (const { transcript_id: id, turn } of found)
          turns.set(id, [...(turns.get(id) ?? []), JSON.parse(turn)]);
      }
      return new Map(
        rows.map(({ seq, recipe, transcript_id, started_at, num_turns }) => [
          seq,
          // Of a conversation in progress only the turns so far.
          recipe === null
            ? (turns.get(transcript_id) ?? [])
            : turnsOf(planOf(recipe), started_at).slice(0, num_turns),
        ]),
      );
    },
  };
}
