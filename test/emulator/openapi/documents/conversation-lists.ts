import { envelopeWithIssues, errorMessageWithIssues } from './errors.ts';
import { CORRELATION_HEADER, type Operations, operationsOf } from './operation.ts';
import {
  boolean,
  closedObject,
  count,
  integer,
  list,
  mapOf,
  nonEmptyText,
  nonEmptyTextOrNull,
  oneOf,
  orNull,
  pathParameter,
  queryParameters,
  type Schema,
  text,
  time,
  withDefault,
} from './schema.ts';
import { turn, v1Turn, values } from './turn.ts';

/** Lists of conversations in three versions, and concurrency. */

const headers = CORRELATION_HEADER;
const errorStatuses = [400, 401, 403, 404, 429, 500];
const v1Operations = operationsOf({
  scheme: 'platform',
  error: errorMessageWithIssues,
  headers,
  errorStatuses,
  bodyErrorStatuses: [],
});
const v2Operations = operationsOf({
  scheme: 'platform',
  error: envelopeWithIssues,
  headers,
  errorStatuses,
  bodyErrorStatuses: [],
});

export const projectParameters = [pathParameter('account_id'), pathParameter('project_id')];

const environment = oneOf('sandbox', 'pre-release', 'live');
const variants = { variant_id: nonEmptyText, variant_name: nonEmptyText };
const query = (limit: Schema) => ({
  start_time: time,
  end_time: time,
  query_type: oneOf('transcript', 'semantic'),
  sample: oneOf('random'),
  query: nonEmptyText,
  turn_type: oneOf('user', 'agent'),
  client_env: withDefault('live', environment),
  channel: list(text),
  ...variants,
  in_progress: boolean,
  limit,
  offset: withDefault(0, count),
  include_latency: withDefault(false, boolean),
  include_context_state: boolean,
  include_turn_metadata: boolean,
});
// each version has its own limit.
const V1_LIMIT = withDefault(5, integer({ minimum: 1, maximum: 5000 }));
const V2_LIMIT = withDefault(1000, integer({ minimum: 1, maximum: 1000 }));

const commonFields = {
  id: text,
  account_id: text,
  project_id: text,
  variant_id: text,
  variant_name: text,
  environment,
  started_at: time,
  channel: text,
  in_progress: boolean,
  num_turns: count,
  total_duration: count,
  polyai_duration: count,
  handoff: boolean,
  num_silences: count,
  num_ood: count,
  metrics: values,
  state: mapOf(true),
};
const textFieldsOf = (kind: Schema) => ({
  from_number: kind,
  to_number: kind,
  handoff_reason: kind,
  handoff_destination: kind,
});
const conversation = closedObject({ ...commonFields, ...textFieldsOf(text), turns: list(turn) });
const v1Conversation = closedObject({
  ...commonFields,
  ...textFieldsOf(nonEmptyTextOrNull),
  turns: list(v1Turn),
});
const pageFields = { next_offset: count };
const cursor = orNull(text);

const pathOf = (version: string) => `/${version}/{account_id}/{project_id}/conversations`;

const interval = closedObject(
  { time: time, max_concurrent_conversations: count },
  { variant_id: text, variant_name: text, language: text, phone_number: text },
);

export const conversationPaths: Operations = {
  ...v1Operations(pathOf('v1'), {
    get: {
      id: 'listConversationsV1',
      parameters: [...projectParameters, ...queryParameters(query(V1_LIMIT))],
      answers: { 200: closedObject({ conversations: list(v1Conversation) }, pageFields) },
    },
  }),
  ...v2Operations(pathOf('v2'), {
    get: {
      id: 'listConversationsV2',
      parameters: [...projectParameters, ...queryParameters({ ...query(V2_LIMIT), cursor: text })],
      // the cursor is present for projects with chunked responses only.
      answers: { 200: closedObject({ conversations: list(conversation) }, { ...pageFields, cursor }) },
    },
  }),
  ...v2Operations(pathOf('v3'), {
    get: {
      id: 'listConversationsV3',
      parameters: [...projectParameters, ...queryParameters({ ...query(V2_LIMIT), cursor: text })],
      answers: { 200: closedObject({ conversations: list(conversation), cursor }, pageFields) },
    },
  }),
  ...v1Operations(`${pathOf('v1')}/concurrency`, {
    get: {
      id: 'getConcurrency',
      parameters: [
        ...projectParameters,
        ...queryParameters(
          {
            start_time: time,
            end_time: time,
            client_env: withDefault('live', environment),
            ...variants,
            language: nonEmptyText,
            phone_number: nonEmptyText,
            slice_by: oneOf('variant', 'language', 'phone_number'),
          },
          ['start_time', 'end_time'],
        ),
      ],
      answers: { 200: closedObject({ account_id: text, project_id: text, intervals: list(interval) }) },
      errorStatuses: [501],
    },
  }),
};
