import type Database from 'libsql';
import type { Environment } from '../conversations/origin.ts';
import { type Moments, readNumbers } from '../conversations/sweep.ts';
import type { Project } from '../keys.ts';
import { firstRow } from './database.ts';

export interface MomentsFilter extends Project {
  readonly environment: Environment;
  readonly variantId?: string | undefined;
  readonly language?: string | undefined;
  /** Either side's. */
  readonly phoneNumber?: string | undefined;
}

/** When conversations began and ended. */
export interface ConversationMoments {
  /** From one moment to before another; those that are in progress go on until now. */
  between(filter: MomentsFilter, from: number, to: number, now: number): Moments;
}

interface Row {
  readonly count: number;
  readonly moments: string | null;
}

export function createConversationMoments(db: Database.Database): ConversationMoments {
  const statements = new Map<string, Database.Statement>();
  function first<T>(sql: string, values: readonly unknown[]): T | undefined {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return firstRow<T>(statement, ...values);
  }

  return {
    between({ accountId, projectId, environment, variantId, language, phoneNumber }, from, to, now) {
      const conditions = [
        'account_id = ? AND project_id = ? AND environment = ?',
        ...(variantId === undefined ? [] : ['variant_id = ?']),
        ...(language === undefined ? [] : ['language = ?']),
        ...(phoneNumber === undefined ? [] : ['? IN (from_number, to_number)']),
      ].join(' AND ');
      const values = [accountId, projectId, environment, variantId, language, phoneNumber].filter(
        (it) => it !== undefined,
      );
      // All of them as one text: a million rows take ten times as long to read. Numbers of JavaScript come as REAL.
      const within = (column: 'started_at' | 'ended_at') => {
        const sql = `
          SELECT count(*) AS count, group_concat(${column} - CAST(? AS INTEGER)) AS moments
          FROM conversations WHERE ${conditions} AND ${column} >= ? AND ${column} < ?
        `;
        const { count = 0, moments } = first<Row>(sql, [from, ...values, from, to]) ?? {};
        return readNumbers(moments ?? '', count);
      };
      const countOf = (condition: string, ...given: readonly number[]) => {
        const sql = `SELECT count(*) AS count FROM conversations WHERE ${conditions} AND ${condition}`;
        return first<{ count: number }>(sql, [...values, ...given])?.count ?? 0;
      };
      const inProgress = now < to ? countOf('ended_at IS NULL') : 0;
      const goingOn =
        countOf('started_at < ?', from) - countOf('ended_at < ?', from) - (now < from ? inProgress : 0);
      const over = within('ended_at');
      const ends = new Int32Array(over.length + (now < from ? 0 : inProgress)).fill(now - from);
      ends.set(over);
      return { goingOn, starts: within('started_at'), ends };
    },
  };
}
