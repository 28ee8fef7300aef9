import type * as z from 'zod/v4/core';
import {
  listOf,
  maybeFlag,
  maybeNumber,
  maybeText,
  nonEmpty,
  object,
  optional,
  type RecordOf,
  readString,
  record,
  required,
} from '../protocol/field-readers.ts';
import type { OwnAnswerOf } from './calls.ts';

/**
 * The fields of answers that the pages show. The platform may leave out most of them: only identity is required. What cannot be
 * read counts as left out.
 */

const words = listOf(readString);

/** A time of ISO 8601. Formats throw for what is none, and engines find dates in many texts. */
export const readTime = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
const time = required('a time', readTime);
const maybeTime = optional('a time', readTime);
const anything = optional('anything', (value) => value as object | string | number | boolean);

const readTurn = record({
  user_input: maybeText,
  user_input_dtmf: maybeText,
  user_input_datetime: maybeTime,
  agent_response: maybeText,
  agent_response_datetime: maybeTime,
  /** Milliseconds. */
  latency: maybeNumber,
  translated_user_input: maybeText,
  english_agent_response: maybeText,
  intents: words,
  entities: anything,
  is_ood: maybeFlag,
  is_silence: maybeFlag,
});
export type Turn = NonNullable<ReturnType<typeof readTurn>>;

/** A conversation of the list (v3). */
const readRow = record({
  id: nonEmpty,
  started_at: maybeTime,
  channel: maybeText,
  environment: maybeText,
  variant_id: maybeText,
  variant_name: maybeText,
  from_number: maybeText,
  in_progress: maybeFlag,
  num_turns: maybeNumber,
  /** Seconds. */
  total_duration: maybeNumber,
  handoff: maybeFlag,
  handoff_reason: maybeText,
  turns: listOf(readTurn),
});
export type Row = NonNullable<ReturnType<typeof readRow>>;

const page = { conversations: listOf(readRow), cursor: maybeText };
export const rowPage = object(page);
/** A page of the conversations that a figure has counted. `note` says why some are missing. */
export const countedPage = object({ ...page, total: maybeNumber, note: maybeText });

const readFunctionEvent = record({
  turnId: maybeNumber,
  datetime: maybeTime,
  error: maybeText,
  result: anything,
});
export type FunctionEvent = NonNullable<ReturnType<typeof readFunctionEvent>> & { readonly name: string };

/** Function events by the name of the function. */
const functionEvents = optional('events by function', (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, events]) =>
        [events].flat().flatMap((event) => {
          const read = readFunctionEvent(event);
          return read ? [{ name, ...read }] : [];
        }),
      )
    : undefined,
);

/** A conversation with everything that the platform tells of it (Data API). */
export const detail = object({
  startedAt: maybeTime,
  channel: maybeText,
  language: maybeText,
  clientEnv: maybeText,
  variantId: maybeText,
  fromNumber: maybeText,
  toNumber: maybeText,
  /** Seconds. */
  totalDuration: maybeNumber,
  inProgress: maybeFlag,
  handoff: maybeFlag,
  handoffReason: maybeText,
  handoffDestination: maybeText,
  tags: words,
  polyScore: maybeNumber,
  shortSummary: maybeText,
  note: maybeText,
  audioUrl: maybeText,
  turns: listOf(readTurn),
  functionEvents,
});
export type Detail = z.output<typeof detail> & { readonly conversationId: string };

/** Annotations that were placed through the relays, the newest first. */
export type Placed = OwnAnswerOf<'GET', '/conversations/{conversation_id}/annotations'>['placed'];
/** The metric of a rule at each of its evaluations. */
export type MetricHistory = OwnAnswerOf<'GET', '/metric-history'>;
/** The figures of a range, the figures whole weeks before, and current problems. */
export type Overview = OwnAnswerOf<'GET', '/overview'>;
export type Figures = Overview['totals'];
export type Step = Overview['series'][number];
export type ReceivedWebhook = Omit<OwnAnswerOf<'GET', '/webhook-events'>['events'][number], 'bytes'>;
export type AlertReceiver = OwnAnswerOf<'POST', '/alert-receivers/test'>['receivers'][number];

/** The handoff state. `data` is left out without the scope `pii`. */
export const handoffStateAnswer = object({ data: anything });

const readInterval = record({
  time,
  max_concurrent_conversations: maybeNumber,
  variant_id: maybeText,
  variant_name: maybeText,
});
export type Interval = NonNullable<ReturnType<typeof readInterval>>;

/** Concurrency: the most conversations at the same time, in each five minutes. */
export const concurrencyAnswer = object({ intervals: listOf(readInterval) });

/** When a rule fires. */
const condition = {
  metric: nonEmpty,
  operator: nonEmpty,
  threshold_value: maybeNumber,
  window_duration: nonEmpty,
};
export type RuleCondition = Readonly<RecordOf<typeof condition>>;

const readAlertRule = record({
  id: nonEmpty,
  name: nonEmpty,
  project_id: maybeText,
  ...condition,
  enabled: maybeFlag,
  current_state: maybeText,
  since: maybeTime,
  current_value: maybeNumber,
});
export type AlertRule = NonNullable<ReturnType<typeof readAlertRule>>;
export const alertRules = object({ data: listOf(readAlertRule) });
export type AlertRules = z.output<typeof alertRules>;

/** The body of a webhook that reports an alert, or its end. */
export const readAlertEvent = record({
  created_at: maybeTime,
  data: required(
    'an alert',
    record({
      alert_rule_id: nonEmpty,
      name: nonEmpty,
      ...condition,
      since: maybeTime,
      current_value: maybeNumber,
    }),
  ),
});

const readEndpoint = record({
  id: nonEmpty,
  name: nonEmpty,
  url: nonEmpty,
  enabled: maybeFlag,
  event_types: words,
});
export type WebhookEndpoint = NonNullable<ReturnType<typeof readEndpoint>>;
export const webhookEndpoints = object({ data: listOf(readEndpoint) });

/** The answer to a rotation and to a new endpoint. The platform tells the secret once. */
export const newSecret = object({
  signing_secret: maybeText,
  receiver: optional('a receiver', record({ next_step: maybeText })),
});
export type NewSecret = z.output<typeof newSecret>;
