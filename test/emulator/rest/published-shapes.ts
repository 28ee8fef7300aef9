import * as z from 'zod';

/** What the published descriptions say of conversations, without anything that they do not know. */

const moment = z.iso.datetime();
const values = z.record(z.string(), z.union([z.string(), z.array(z.string()).min(2)]));

const turn = z.strictObject({
  user_input: z.string(),
  user_input_dtmf: z.string(),
  user_input_datetime: moment,
  barge_in: z.boolean(),
  agent_response: z.string(),
  agent_response_datetime: moment.optional(),
  latency: z.int().optional(),
  translated_user_input: z.string(),
  english_agent_response: z.string(),
  intents: z.array(z.string()).optional(),
  entities: z.array(values).optional(),
  is_ood: z.boolean().optional(),
  is_silence: z.boolean().optional(),
});

const summary = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  project_id: z.string(),
  variant_id: z.string(),
  variant_name: z.string(),
  environment: z.enum(['live', 'sandbox', 'pre-release']),
  started_at: moment,
  channel: z.string(),
  from_number: z.string(),
  to_number: z.string(),
  in_progress: z.boolean(),
  num_turns: z.int(),
  total_duration: z.int(),
  polyai_duration: z.int(),
  handoff: z.boolean(),
  handoff_reason: z.string(),
  handoff_destination: z.string(),
  num_silences: z.int(),
  num_ood: z.int(),
  metrics: values,
  state: z.record(z.string(), z.unknown()),
  turns: z.array(turn),
});

export const v3Page = z.strictObject({
  conversations: z.array(summary),
  next_offset: z.int().optional(),
  cursor: z.string().nullable(),
});
export const v2Page = v3Page.omit({ cursor: true });

const text = z.string().min(1).nullable();
const { translated_user_input: _, english_agent_response: __, latency: ___, ...earlyTurn } = turn.shape;
/** No text is null, and a turn has the fields that there were then. */
export const v1Page = z.strictObject({
  conversations: z.array(
    summary.extend({
      from_number: text,
      to_number: text,
      handoff_reason: text,
      handoff_destination: text,
      turns: z.array(
        z.strictObject({ ...earlyTurn, user_input: text, user_input_dtmf: text, agent_response: text }),
      ),
    }),
  ),
  next_offset: z.int().optional(),
});

const agentSummary = z.strictObject({
  conversationId: z.string(),
  accountId: z.string(),
  projectId: z.string(),
  createdAt: moment,
  startedAt: moment,
  finishedAt: moment.optional(),
  channel: z.string(),
  fromNumber: z.string(),
  toNumber: z.string(),
  language: z.string(),
  variantId: z.string(),
  clientEnv: z.string(),
  totalDuration: z.int(),
  polyaiDuration: z.int(),
  duration: z.int(),
  inProgress: z.boolean(),
  handoff: z.boolean(),
  handoffDestination: z.string(),
  handoffReason: z.string(),
  direction: z.string(),
  tags: z.array(z.string()),
  note: z.string().optional(),
  audioUrl: z.url().optional(),
});
export const agentPage = z.strictObject({
  conversations: z.array(agentSummary),
  count: z.int(),
  limit: z.int(),
  offset: z.int(),
});
export const agentDetail = agentSummary.extend({
  turns: z.array(turn),
  metrics: values,
  functionEvents: z.strictObject({}),
});
