import type Database from 'libsql';
import { oodCountOf, planOf, silenceCountOf, turnsOf } from '../conversations/generator.ts';
import { progressOf } from '../conversations/progress.ts';
import { scenarios, sharedTranscriptId } from '../conversations/scenarios.ts';
import type { SyntheticConversation, SyntheticSeries } from '../conversations/synthetic-series.ts';
import type { Project } from '../model/project.ts';
import { createTurnTable } from './turn-table.ts';

export type SyntheticConversationWriter = ReturnType<typeof createSyntheticConversationWriter>;

/** Rows per INSERT. One JSON text is three times as fast as a parameter for each value. */
const BATCH_SIZE = 1_000;

const hex = (value: number) => value.toString(16).padStart(8, '0');

/** Values that differ between conversations of a scenario, in the order of the INSERT. */
function valuesOf(conversation: SyntheticConversation, index: number, now: number) {
  const { recipe, plan, variantId, startedAt, handoffReason = null } = conversation;
  const { scenario, environment, channel, fromNumber, toNumber, agentMs, totalMs } = plan;
  const endedAt = startedAt + totalMs;
  return [
    sharedTranscriptId(scenario),
    hex(index),
    recipe,
    environment,
    channel,
    variantId,
    fromNumber,
    toNumber,
    startedAt,
    endedAt <= now ? endedAt : null,
    startedAt + agentMs,
    handoffReason,
  ];
}

interface OpenRow {
  readonly id: string;
  readonly recipe: number;
  readonly started_at: number;
}

export function createSyntheticConversationWriter(db: Database.Database) {
  db.exec(`
    CREATE TEMP TABLE scenarios (
      transcript_id INTEGER PRIMARY KEY, language TEXT, handoff INTEGER, handoff_reason TEXT,
      handoff_destination TEXT, num_turns INTEGER, num_silences INTEGER, num_ood INTEGER
    )
  `);
  const writeScenario = db.prepare('INSERT OR IGNORE INTO scenarios VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const write = db.prepare(`
    INSERT OR IGNORE INTO conversations (
      account_id, project_id, id, transcript_id, recipe, environment, channel, variant_id, from_number, to_number,
      started_at, ended_at, agent_ended_at, language, handoff, handoff_reason, handoff_destination, num_turns,
      num_silences, num_ood
    )
    SELECT ?, ?, ? || (value ->> 1), transcript_id, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
      value ->> 7, value ->> 8, value ->> 9, CASE WHEN handoff THEN value ->> 10 END, language, handoff,
      CASE WHEN handoff THEN coalesce(value ->> 11, handoff_reason) ELSE '' END, handoff_destination, num_turns,
      num_silences, num_ood
    FROM json_each(?) CROSS JOIN scenarios ON transcript_id = value ->> 0
  `);
  // Not for a conversation that has the same id and was there before, at another time.
  const writeFailure = db.prepare(`
    INSERT INTO failures (conversation_id, failure, at)
    SELECT id, ?2, ?3 FROM conversations WHERE id = ?1 AND started_at = ?4 AND NOT EXISTS (
      SELECT 1 FROM failures WHERE conversation_id = ?1 AND failure = ?2 AND at = ?3
    )
  `);
  const readOpen = db.prepare(`
    SELECT id, recipe, started_at FROM conversations
    WHERE account_id = ? AND project_id = ? AND ended_at IS NULL AND recipe IS NOT NULL
  `);
  const update = db.prepare(`
    UPDATE conversations SET ended_at = ?, agent_ended_at = ?, handoff = ?, handoff_destination = ?, num_turns = ?,
      num_silences = ?, num_ood = ?
    WHERE id = ?
  `);
  const readTurn = db.prepare('SELECT id FROM turns WHERE transcript_id = ?');
  const turnTable = createTurnTable(db);
  // The stored turns of a scenario are for the search only; each conversation has its own times.
  const NO_TIMES = { inputs: [], latencies: [], bargeIns: [], isKeyed: false, agentMs: 0 };

  function addScenarios(): void {
    const isStored = readTurn.all(sharedTranscriptId(0)).length > 0;
    for (const [scenario, { language, exchanges, handoff }] of scenarios().entries()) {
      const { reason = '', destination = '' } = handoff ?? {};
      const [id, silences, ood] = [
        sharedTranscriptId(scenario),
        silenceCountOf(scenario),
        oodCountOf(scenario),
      ];
      writeScenario.run(id, language, handoff ? 1 : 0, reason, destination, exchanges.length, silences, ood);
    }
    if (isStored) return;
    turnTable.addTranscripts(
      scenarios().map((_, scenario) => [sharedTranscriptId(scenario), turnsOf({ scenario, ...NO_TIMES }, 0)]),
    );
  }

  function addBatch({ accountId, projectId }: Project, prefix: string, rows: readonly unknown[]): void {
    if (rows.length > 0) write.run(accountId, projectId, prefix, JSON.stringify(rows));
  }

  let areScenariosKnown = false;
  const begin = db.transaction((project: Project, series: SyntheticSeries, from: number, now: number) => {
    if (!areScenariosKnown) addScenarios();
    const prefix = `CA${hex(series.seed)}${'0'.repeat(16)}`;
    let index = from;
    while (index < series.count) {
      const rows: unknown[] = [];
      const failed: unknown[][] = [];
      for (; index < series.count && rows.length < BATCH_SIZE; index += 1) {
        const conversation = series.at(index);
        if (conversation.startedAt > now) break;
        rows.push(valuesOf(conversation, index, now));
        for (const { failure, at } of conversation.failures)
          failed.push([prefix + hex(index), failure, at, conversation.startedAt]);
      }
      addBatch(project, prefix, rows);
      for (const values of failed) writeFailure.run(...values);
      if (rows.length < BATCH_SIZE) break;
    }
    return index;
  });

  const advance = db.transaction(({ accountId, projectId }: Project, now: number) => {
    let nextAt: number | undefined;
    for (const { id, recipe, started_at } of readOpen.all(accountId, projectId) as OpenRow[]) {
      const plan = planOf(recipe);
      const progress = progressOf(plan, now - started_at);
      const destination = scenarios()[plan.scenario]?.handoff?.destination ?? '';
      update.run(
        progress.isOver ? started_at + plan.totalMs : null,
        progress.hasAgentLeft ? started_at + plan.agentMs : null,
        progress.isHandedOff ? 1 : 0,
        progress.isHandedOff ? destination : '',
        progress.turns,
        progress.silences,
        progress.ood,
        id,
      );
      if (progress.nextMs !== undefined)
        nextAt = Math.min(nextAt ?? Number.POSITIVE_INFINITY, started_at + progress.nextMs);
    }
    return nextAt;
  });

  return {
    /**
     * Adds the conversations of a series that have begun, from an index on, all or none. Those that exist stay as they
     * are. Returns the index of the first one that has not begun.
     */
    begin(project: Project, series: SyntheticSeries, from: number, now: number): number {
      const index = begin(project, series, from, now);
      areScenariosKnown = true;
      return index;
    },
    /**
     * Brings the conversations in progress up to date. Returns the time at which one of them changes next; undefined when
     * there are none.
     */
    advance: (project: Project, now: number): number | undefined => advance(project, now),
  };
}
