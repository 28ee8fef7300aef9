import type Database from 'libsql';
import type { Environment } from '../conversations/origin.ts';
import { type Moments, readNumbers } from '../conversations/sweep.ts';
import type { Project } from '../keys.ts';
import { firstRow } from './database.ts';

export interface MomentsFilter extends Project {
  readonly environment: Environment;
  readonly language?: string | undefined;
  /** Either side's. */
  readonly phoneNumber?: string | undefined;
}

/** When conversations began and ended. */
export interface ConversationMoments {
  /**
   * From one moment to before another, of each variant that is named; undefined names all of them together. Those that are in progress
   * go on until now.
   */
  between(
    filter: MomentsFilter,
    variantIds: readonly (string | undefined)[],
    from: number,
    to: number,
    now: number,
  ): readonly Moments[];
}

/** Aggregates of a statement, each by its name and the place of its variant. */
type Row = Readonly<Record<string, number | string | null>>;

export function createConversationMoments(db: Database.Database): ConversationMoments {
  const statements = new Map<string, Database.Statement>();
  function first(sql: string, values: readonly unknown[]): Row {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return firstRow<Row>(statement, ...values) ?? {};
  }

  return {
    between({ accountId, projectId, environment, language, phoneNumber }, variantIds, from, to, now) {
      if (variantIds.length === 0) return [];
      const conditions = [
        'account_id = ?1 AND project_id = ?2 AND environment = ?3',
        ...(language === undefined ? [] : ['language = ?4']),
        ...(phoneNumber === undefined ? [] : ['?5 IN (from_number, to_number)']),
      ].join(' AND ');
      const asked = [accountId, projectId, environment, language, phoneNumber, from, to, ...variantIds];
      const values = asked.map((it) => it ?? null);
      // Each variant is looked for in the same rows, which are read once.
      const ofEach = (name: string, aggregate: string) =>
        variantIds
          .map(
            (_, at) =>
              `${aggregate} FILTER (WHERE ?${at + 8} IS NULL OR variant_id = ?${at + 8}) AS ${name}_${at}`,
          )
          .join(', ');
      const query = (columns: readonly string[], condition: string) =>
        first(`SELECT ${columns.join(', ')} FROM conversations WHERE ${conditions} AND ${condition}`, values);
      const numbers = (row: Row, name: string) =>
        variantIds.map((_, at) => Number(row[`${name}_${at}`] ?? 0));

      // All of them as one text: a million rows take ten times as long to read. Numbers of JavaScript come as REAL.
      function within(column: 'started_at' | 'ended_at'): readonly Int32Array[] {
        const moments = ofEach('moments', `group_concat(${column} - CAST(?6 AS INTEGER))`);
        const row = query([moments, ofEach('count', 'count(*)')], `${column} >= ?6 AND ${column} < ?7`);
        return numbers(row, 'count').map((count, at) =>
          readNumbers(String(row[`moments_${at}`] ?? ''), count),
        );
      }
      const countOf = (condition: string) =>
        numbers(query([ofEach('count', 'count(*)')], condition), 'count');

      const none = variantIds.map(() => 0);
      const inProgress = now < to ? countOf('ended_at IS NULL') : none;
      const [begun, over] = [countOf('started_at < ?6'), countOf('ended_at < ?6')];
      const [starts, ends] = [within('started_at'), within('ended_at')];
      return variantIds.map((_, at) => {
        const [open = 0, known = new Int32Array(0)] = [inProgress[at], ends[at]];
        const all = new Int32Array(known.length + (now < from ? 0 : open)).fill(now - from);
        all.set(known);
        return {
          goingOn: (begun[at] ?? 0) - (over[at] ?? 0) - (now < from ? open : 0),
          starts: starts[at] ?? new Int32Array(0),
          ends: all,
        };
      });
    },
  };
}
