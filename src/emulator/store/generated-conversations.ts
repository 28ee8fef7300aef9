import type Database from 'libsql';
import { draw, type Generated, oodOf, silencesOf, turnsOf } from '../conversations/generator.ts';
import { scenarios, transcriptOf } from '../conversations/scenarios.ts';
import type { Project } from '../keys.ts';
import type { ConversationRow } from './conversation-row.ts';
import { createTurnTexts } from './turn-texts.ts';

export interface GeneratedConversations {
  /** Adds those that are not there yet, all or none. */
  add(project: Project, specification: Required<Generated>): void;
}

/** What an INSERT takes in one piece: one text of JSON is read three times as fast as so many parameters. */
const BATCH = 1_000;

const FIELDS = [
  'id',
  'environment',
  'channel',
  'variant_id',
  'language',
  'started_at',
  'ended_at',
  'agent_ended_at',
  'from_number',
  'to_number',
  'handoff',
  'handoff_reason',
  'handoff_destination',
  'num_turns',
  'num_silences',
  'num_ood',
  'transcript_id',
  'recipe',
] as const satisfies readonly (keyof ConversationRow)[];
type Fields = Pick<ConversationRow, (typeof FIELDS)[number]>;

const hex = (value: number) => value.toString(16).padStart(8, '0');

export function createGeneratedConversations(db: Database.Database): GeneratedConversations {
  const write = db.prepare(`
    INSERT OR IGNORE INTO conversations (account_id, project_id, ${FIELDS.join(', ')})
    SELECT ?, ?, ${FIELDS.map((_, at) => `value ->> ${at}`).join(', ')} FROM json_each(?)
  `);
  const readScenario = db.prepare('SELECT id FROM turns WHERE transcript_id = -1');
  const texts = createTurnTexts(db);
  // Of a scenario only what is said counts; each conversation has times of its own.
  const NO_TIMES = { inputs: [], latencies: [] };
  const columns = scenarios().map(({ language, exchanges, handoff }, scenario) => ({
    language,
    handoff: handoff ? (1 as const) : (0 as const),
    handoff_reason: handoff?.reason ?? '',
    handoff_destination: handoff?.destination ?? '',
    num_turns: exchanges.length,
    num_silences: silencesOf(scenario),
    num_ood: oodOf(scenario),
    transcript_id: transcriptOf(scenario),
  }));

  function fieldsOf(specification: Required<Generated>, prefix: string, index: number): Fields {
    const { recipe, plan, startedAt } = draw(specification, index);
    const scenario = columns[plan.scenario] as (typeof columns)[number];
    return {
      ...scenario,
      id: prefix + hex(index),
      environment: plan.environment,
      channel: plan.channel,
      variant_id: plan.variantId,
      started_at: startedAt,
      ended_at: startedAt + plan.totalMs,
      agent_ended_at: scenario.handoff ? startedAt + plan.agentMs : null,
      from_number: plan.fromNumber,
      to_number: plan.toNumber,
      recipe,
    };
  }

  return {
    add: db.transaction((project: Project, specification: Required<Generated>) => {
      if (readScenario.all().length === 0) {
        for (const scenario of columns.keys())
          for (const [position, turn] of turnsOf({ scenario, ...NO_TIMES }, 0).entries())
            texts.put(transcriptOf(scenario), position, turn);
      }
      const { count, seed } = specification;
      const prefix = `CA${hex(seed)}${'0'.repeat(16)}`;
      for (let from = 0; from < count; from += BATCH) {
        const length = Math.min(BATCH, count - from);
        const rows = Array.from({ length }, (_, at) => {
          const fields = fieldsOf(specification, prefix, from + at);
          return FIELDS.map((name) => fields[name]);
        });
        write.run(project.accountId, project.projectId, JSON.stringify(rows));
      }
    }),
  };
}
