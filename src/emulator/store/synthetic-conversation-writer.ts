import type Database from 'libsql';
import type { Project } from '../access/project.ts';
import { oodCountOf, silenceCountOf, syntheticConversationAt, turnsOf } from '../conversations/generator.ts';
import { scenarios, sharedTranscriptId } from '../conversations/scenarios.ts';
import type { SyntheticConversations } from '../conversations/synthetic-options.ts';
import { createTurnTable } from './turn-table.ts';

export interface SyntheticConversationWriter {
  /** Adds the conversations that do not exist yet, all or none. */
  add(project: Project, options: Required<SyntheticConversations>): void;
}

/** Rows per INSERT. One JSON text is three times as fast as a parameter for each value. */
const BATCH_SIZE = 1_000;

const hex = (value: number) => value.toString(16).padStart(8, '0');

/** Values that differ between conversations of a scenario, in the order of the INSERT. */
function valuesOf(options: Required<SyntheticConversations>, index: number) {
  const { recipe, plan, startedAt } = syntheticConversationAt(options, index);
  const { scenario, environment, channel, variantId, fromNumber, toNumber, agentMs, totalMs } = plan;
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
    startedAt + totalMs,
    startedAt + agentMs,
  ];
}

export function createSyntheticConversationWriter(db: Database.Database): SyntheticConversationWriter {
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
      handoff_reason, handoff_destination, num_turns, num_silences, num_ood
    FROM json_each(?) CROSS JOIN scenarios ON transcript_id = value ->> 0
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
      const turns = isStored ? [] : turnsOf({ scenario, ...NO_TIMES }, 0);
      for (const [position, turn] of turns.entries()) turnTable.put(id, position, turn);
    }
  }

  return {
    add: db.transaction((project: Project, options: Required<SyntheticConversations>) => {
      addScenarios();
      const { count, seed } = options;
      const prefix = `CA${hex(seed)}${'0'.repeat(16)}`;
      for (let from = 0; from < count; from += BATCH_SIZE) {
        const length = Math.min(BATCH_SIZE, count - from);
        const rows = Array.from({ length }, (_, at) => valuesOf(options, from + at));
        write.run(project.accountId, project.projectId, prefix, JSON.stringify(rows));
      }
    }),
  };
}
