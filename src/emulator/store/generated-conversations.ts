import type Database from 'libsql';
import { draw, type Generated, oodOf, silencesOf, turnsOf } from '../conversations/generator.ts';
import { scenarios, transcriptOf } from '../conversations/scenarios.ts';
import type { Project } from '../keys.ts';
import { createTurnTexts } from './turn-texts.ts';

export interface GeneratedConversations {
  /** Adds those that are not there yet, all or none. */
  add(project: Project, specification: Required<Generated>): void;
}

/** What an INSERT takes in one piece: one text of JSON is read three times as fast as so many parameters. */
const BATCH = 1_000;

const hex = (value: number) => value.toString(16).padStart(8, '0');

/** What is not the same for all conversations of a scenario, in the order in which the INSERT reads it. */
function valuesOf(specification: Required<Generated>, index: number) {
  const { recipe, plan, startedAt } = draw(specification, index);
  const { scenario, environment, channel, variantId, fromNumber, toNumber, agentMs, totalMs } = plan;
  return [
    transcriptOf(scenario),
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

export function createGeneratedConversations(db: Database.Database): GeneratedConversations {
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
  const texts = createTurnTexts(db);
  // Of a scenario only what is said counts; each conversation has times of its own.
  const NO_TIMES = { inputs: [], latencies: [], bargeIns: [], isKeyed: false, agentMs: 0 };

  function addScenarios(): void {
    const isThere = readTurn.all(transcriptOf(0)).length > 0;
    for (const [scenario, { language, exchanges, handoff }] of scenarios().entries()) {
      const { reason = '', destination = '' } = handoff ?? {};
      const [id, silences, ood] = [transcriptOf(scenario), silencesOf(scenario), oodOf(scenario)];
      writeScenario.run(id, language, handoff ? 1 : 0, reason, destination, exchanges.length, silences, ood);
      const turns = isThere ? [] : turnsOf({ scenario, ...NO_TIMES }, 0);
      for (const [position, turn] of turns.entries()) texts.put(id, position, turn);
    }
  }

  return {
    add: db.transaction((project: Project, specification: Required<Generated>) => {
      addScenarios();
      const { count, seed } = specification;
      const prefix = `CA${hex(seed)}${'0'.repeat(16)}`;
      for (let from = 0; from < count; from += BATCH) {
        const length = Math.min(BATCH, count - from);
        const rows = Array.from({ length }, (_, at) => valuesOf(specification, from + at));
        write.run(project.accountId, project.projectId, prefix, JSON.stringify(rows));
      }
    }),
  };
}
