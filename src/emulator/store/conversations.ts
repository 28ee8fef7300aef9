import type Database from 'libsql';
import { planOf, turnsOf } from '../conversations/generator.ts';
import type { Environment } from '../conversations/origin.ts';
import type { Turn } from '../conversations/turn.ts';
import type { Project } from '../keys.ts';
import { COLUMNS, type ConversationRow } from './conversation-row.ts';
import { createConversationSearch, type Search } from './conversation-search.ts';
import { firstRow } from './database.ts';

export interface Filter extends Project {
  readonly environment: Environment;
  /** Milliseconds: from this one on, and before that one. */
  readonly startedFrom?: number | undefined;
  readonly startedBefore?: number | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly variantId?: string | undefined;
  readonly inProgress?: boolean | undefined;
}

/** A place in an order: what it is ordered by, and the sequence among equals. */
export type Place = readonly [rank: number, startedAt: number, seq: number];

export interface PageRequest {
  readonly filter: Filter;
  /** Default: all, in the order in which they began. */
  readonly search?: Search | undefined;
  readonly after: { readonly place: Place } | { readonly offset: number };
  readonly limit: number;
}

export type Found = ConversationRow & { readonly rank: number };

/** What was said and done, by phone and by chat. */
export interface Conversations {
  page(request: PageRequest): readonly Found[];
  /** Newest first, of every environment. */
  newest(
    project: Project,
    page: { readonly limit: number; readonly offset: number },
  ): readonly ConversationRow[];
  count(project: Project): number;
  get(project: Project, id: string): ConversationRow | undefined;
  /** Whose the conversation of an id is; ids are unique among all. */
  projectOf(id: string): Project | undefined;
  /** By `seq`. */
  turnsOf(rows: readonly ConversationRow[]): ReadonlyMap<number, readonly Turn[]>;
}

const ALL = COLUMNS.map((name) => `c.${name}`).join(', ');
const inProject = 'c.account_id = ? AND c.project_id = ?';

/** Conditions with their values; what is undefined asks nothing. */
function conditionsOf(filter: Filter): readonly (readonly [sql: string, ...values: unknown[]])[] {
  const { startedFrom, startedBefore, channels, variantId, inProgress } = filter;
  return [
    [inProject, filter.accountId, filter.projectId],
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

export function createConversations(db: Database.Database): Conversations {
  const readNewest = db.prepare(`
    SELECT ${ALL} FROM conversations AS c WHERE ${inProject} ORDER BY started_at DESC, seq DESC LIMIT ? OFFSET ?
  `);
  const countAll = db.prepare(`SELECT count(*) AS count FROM conversations AS c WHERE ${inProject}`);
  const read = db.prepare(`SELECT ${ALL} FROM conversations AS c WHERE ${inProject} AND c.id = ?`);
  const readProject = db.prepare('SELECT account_id, project_id FROM conversations WHERE id = ?');
  const readTurns = db.prepare(`
    SELECT transcript_id, turn FROM turns
    WHERE transcript_id IN (SELECT value FROM json_each(?)) ORDER BY transcript_id, position
  `);
  const search = createConversationSearch(db);
  // One statement for each shape of a request; there are few.
  const statements = new Map<string, Database.Statement>();
  function prepared(sql: string): Database.Statement {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    page({ filter, search: by, after, limit }) {
      const source = search.sourceOf(by);
      const order = source.isRanked ? `${source.rank}, c.started_at, c.seq` : 'c.started_at, c.seq';
      const place = 'place' in after ? after.place : undefined;
      const conditions = [
        ...conditionsOf(filter),
        ...source.conditions,
        ...(place === undefined
          ? []
          : source.isRanked
            ? [[`(${order}) > (?, ?, ?)`, ...place] as const]
            : [[`(${order}) > (?, ?)`, ...place.slice(1)] as const]),
      ];
      const sql = `
        SELECT ${source.rank} AS rank, ${ALL} FROM conversations AS c ${source.join}
        WHERE ${conditions.map(([condition]) => condition).join(' AND ')}
        ORDER BY ${order} LIMIT ? OFFSET ?
      `;
      const values = conditions.flatMap(([, ...given]) => given);
      const offset = 'offset' in after ? after.offset : 0;
      return prepared(sql).all(...values, limit, offset) as Found[];
    },
    newest: ({ accountId, projectId }, { limit, offset }) =>
      readNewest.all(accountId, projectId, limit, offset) as ConversationRow[],
    count: ({ accountId, projectId }) =>
      firstRow<{ count: number }>(countAll, accountId, projectId)?.count ?? 0,
    get: ({ accountId, projectId }, id) => firstRow<ConversationRow>(read, accountId, projectId, id),
    projectOf(id) {
      const row = firstRow<Pick<ConversationRow, 'account_id' | 'project_id'>>(readProject, id);
      return row && { accountId: row.account_id, projectId: row.project_id };
    },
    turnsOf(rows) {
      const held = rows.filter((it) => it.recipe === null).map((it) => it.transcript_id);
      const turns = new Map<number, Turn[]>();
      if (held.length > 0) {
        const found = readTurns.all(JSON.stringify(held)) as { transcript_id: number; turn: string }[];
        for (const { transcript_id: id, turn } of found)
          turns.set(id, [...(turns.get(id) ?? []), JSON.parse(turn)]);
      }
      return new Map(
        rows.map(({ seq, recipe, transcript_id, started_at }) => [
          seq,
          recipe === null ? (turns.get(transcript_id) ?? []) : turnsOf(planOf(recipe), started_at),
        ]),
      );
    },
  };
}
