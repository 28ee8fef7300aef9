import type * as z from 'zod/v4/core';
import {
  amount,
  listOf,
  maybeFlag,
  maybeNumber,
  maybeText,
  nonEmpty,
  object,
  oneOf,
  optional,
  type RecordOf,
  readString,
  record,
  required,
} from '../protocol/field-readers.ts';

/**
 * The fields of answers that the pages show. The platform may leave out most of them: only identity is required. What cannot be
 * read counts as left out.
 */

const words = listOf(readString);

/** A time of ISO 8601. Formats throw for what is none, and engines find dates in many texts. */
const readTime = (it: unknown) =>
  typeof it === 'string' && /^\d{4}-\d\d-\d\d/.test(it) && !Number.isNaN(Date.parse(it)) ? it : undefined;
export const time = required('a time', readTime);
export const maybeTime = optional('a time', readTime);
const anything = optional('anything', (it) => it as object | string | number | boolean);

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
const functionEvents = optional('events by function', (it) =>
  typeof it === 'object' && it !== null && !Array.isArray(it)
    ? Object.entries(it).flatMap(([name, events]) =>
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

const readAnnotation = record({ turnId: amount, role: nonEmpty, annotationType: nonEmpty });
const readPlaced = record({ time: time, who: maybeText, annotations: listOf(readAnnotation) });
/** Annotations that were placed through the relays, the newest first. */
export const annotationsAnswer = object({ placed: listOf(readPlaced) });
export type Placed = z.output<typeof annotationsAnswer>['placed'];

/** What is stored for whoever took over. `data` is left out without the scope `pii`. */
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

const maybeNumbers = listOf((it) => (typeof it === 'number' ? it : null));

const readMetricHistory = record({
  project_id: nonEmpty,
  first_at: maybeTime,
  /** Seconds. */
  step: amount,
  values: maybeNumbers,
  lowest: maybeNumbers,
  highest: maybeNumbers,
});
/** The metric of a rule at each of its evaluations. */
export const metricHistory = required('the history of a metric', readMetricHistory);
export type MetricHistory = NonNullable<ReturnType<typeof readMetricHistory>>;

const figures = {
  conversations: amount,
  turns: amount,
  handoffs: amount,
  silent_turns: amount,
  out_of_domain_turns: amount,
  latency_turns: amount,
  latency_p50_ms: maybeNumber,
  latency_p95_ms: maybeNumber,
  peak_concurrency: maybeNumber,
};
export const readFigures = record(figures);
export type Figures = NonNullable<ReturnType<typeof readFigures>>;

const readStep = record({
  start: time,
  end: time,
  known: oneOf(['all', 'part', 'none']),
  ...figures,
});
export type Step = NonNullable<ReturnType<typeof readStep>>;

/** `reason` is empty for handoffs without one. */
export const readReason = record({
  reason: required('a reason', readString),
  handoffs: amount,
  is_new: maybeFlag,
});
const readFiring = record({ alert_rule_id: nonEmpty, name: nonEmpty, since: maybeTime });
export const readRelays = record({
  sessions: amount,
  refusals: amount,
  upstream_errors: amount,
  webhooks: amount,
});

const readUnreadable = record({ id: nonEmpty, started_at: time });

const overviewFields = {
  known_since: maybeTime,
  is_backfilling: maybeFlag,
  from: time,
  to: time,
  is_rounded: maybeFlag,
  previous_from: time,
  previous_to: time,
  step: amount,
  totals: required('figures', readFigures),
  previous: optional('figures', readFigures),
  series: listOf(readStep),
  previous_series: listOf(readStep),
  in_progress_now: optional(
    'conversations in progress',
    record({ at: time, conversations: amount, stale: maybeFlag }),
  ),
  handoff_reasons: listOf(readReason),
  other_handoffs: amount,
  alerts: optional('alerts', record({ at: time, firing: listOf(readFiring), stale: maybeFlag })),
  relays: optional(
    'counters of the relays',
    record({
      known_since: maybeTime,
      totals: optional('counters', readRelays),
      sockets: maybeNumber,
    }),
  ),
  unreadable: listOf(readUnreadable),
  failing: optional('a failure', record({ since: time, code: nonEmpty })),
};
const readOverview = record(overviewFields);
export type Overview = NonNullable<ReturnType<typeof readOverview>>;
/** The figures of a range, those of the range whole weeks before, and what is wrong now. */
export const overviewAnswer = required('an overview', readOverview);

const readEndpoint = record({
  id: nonEmpty,
  name: nonEmpty,
  url: nonEmpty,
  enabled: maybeFlag,
  event_types: words,
});
export type WebhookEndpoint = NonNullable<ReturnType<typeof readEndpoint>>;
export const webhookEndpoints = object({ data: listOf(readEndpoint) });

const readSecret = record({
  name: nonEmpty,
  current_since: maybeTime,
  previous_until: maybeTime,
  is_rotating: maybeFlag,
  next_step: maybeText,
});
export const webhookSecrets = object({ secrets: listOf(readSecret) });

const readWebhook = record({
  time,
  name: nonEmpty,
  id: maybeText,
  type: nonEmpty,
  signed_with: maybeText,
  body: anything,
});
export type ReceivedWebhook = NonNullable<ReturnType<typeof readWebhook>>;
export const webhookEvents = object({
  events: listOf(readWebhook),
  cursor: maybeText,
  known_since: maybeTime,
  refused: optional('refused webhooks', record({ count: amount, since: maybeTime })),
});

const readReceiver = record({ kind: nonEmpty, host: nonEmpty, failure: maybeText });
export type AlertReceiver = NonNullable<ReturnType<typeof readReceiver>>;
export const alertReceivers = object({ receivers: listOf(readReceiver) });

/** The answer to a rotation and to a new endpoint. The platform tells the secret once. */
export const newSecret = object({
  signing_secret: maybeText,
  receiver: optional('a receiver', record({ next_step: maybeText })),
});
export type NewSecret = z.output<typeof newSecret>;
