import { envelopeWithFields, errorMessageWithFields } from './errors.ts';
import { CORRELATED, type Operations, operationsOf } from './operation.ts';
import {
  byDefault,
  count,
  flag,
  inPath,
  inQuery,
  integer,
  list,
  mapOf,
  moment,
  oneOf,
  only,
  orNull,
  type Schema,
  someText,
  someTextOrNull,
  text,
} from './schema.ts';
import { earlyTurn, turn, values } from './turn.ts';

/** Lists of conversations in three versions, and concurrency (specification, Conversations and Concurrency). */

const headers = CORRELATED;
const refusals = [400, 401, 403, 404, 429, 500];
const early = operationsOf({
  scheme: 'platform',
  error: errorMessageWithFields,
  headers,
  refusals,
  ofBodies: [],
});
const later = operationsOf({
  scheme: 'platform',
  error: envelopeWithFields,
  headers,
  refusals,
  ofBodies: [],
});

export const inProject = [inPath('account_id'), inPath('project_id')];

const environment = oneOf('sandbox', 'pre-release', 'live');
const variants = { variant_id: someText, variant_name: someText };
const query = (limit: Schema) => ({
  start_time: moment,
  end_time: moment,
  query_type: oneOf('transcript', 'semantic'),
  sample: oneOf('random'),
  query: someText,
  turn_type: oneOf('user', 'agent'),
  client_env: byDefault('live', environment),
  channel: list(text),
  ...variants,
  in_progress: flag,
  limit,
  offset: byDefault(0, count),
  include_latency: byDefault(false, flag),
  include_context_state: flag,
  include_turn_metadata: flag,
});
/** spec, Limits: each of the two statements is the one of a published endpoint. */
const EARLY_LIMIT = byDefault(5, integer({ minimum: 1, maximum: 5000 }));
const LATER_LIMIT = byDefault(1000, integer({ minimum: 1, maximum: 1000 }));

const known = {
  id: text,
  account_id: text,
  project_id: text,
  variant_id: text,
  variant_name: text,
  environment,
  started_at: moment,
  channel: text,
  in_progress: flag,
  num_turns: count,
  total_duration: count,
  polyai_duration: count,
  handoff: flag,
  num_silences: count,
  num_ood: count,
  metrics: values,
  state: mapOf(true),
};
const textsOf = (kind: Schema) => ({
  from_number: kind,
  to_number: kind,
  handoff_reason: kind,
  handoff_destination: kind,
});
const conversation = only({ ...known, ...textsOf(text), turns: list(turn) });
const earlyConversation = only({ ...known, ...textsOf(someTextOrNull), turns: list(earlyTurn) });
const more = { next_offset: count };
const cursor = orNull(text);

const pathOf = (version: string) => `/${version}/{account_id}/{project_id}/conversations`;

const interval = only(
  { time: moment, max_concurrent_conversations: count },
  { variant_id: text, variant_name: text, language: text, phone_number: text },
);

export const conversationPaths: Operations = {
  ...early(pathOf('v1'), {
    get: {
      id: 'listConversationsV1',
      parameters: [...inProject, ...inQuery(query(EARLY_LIMIT))],
      answers: { 200: only({ conversations: list(earlyConversation) }, more) },
    },
  }),
  ...later(pathOf('v2'), {
    get: {
      id: 'listConversationsV2',
      parameters: [...inProject, ...inQuery({ ...query(LATER_LIMIT), cursor: text })],
      // spec, Conversations, rule 4: a cursor only for projects with chunked responses.
      answers: { 200: only({ conversations: list(conversation) }, { ...more, cursor }) },
    },
  }),
  ...later(pathOf('v3'), {
    get: {
      id: 'listConversationsV3',
      parameters: [...inProject, ...inQuery({ ...query(LATER_LIMIT), cursor: text })],
      answers: { 200: only({ conversations: list(conversation), cursor }, more) },
    },
  }),
  ...early(`${pathOf('v1')}/concurrency`, {
    get: {
      id: 'getConcurrency',
      parameters: [
        ...inProject,
        ...inQuery(
          {
            start_time: moment,
            end_time: moment,
            client_env: byDefault('live', environment),
            ...variants,
            language: someText,
            phone_number: someText,
            slice_by: oneOf('variant', 'language', 'phone_number'),
          },
          ['start_time', 'end_time'],
        ),
      ],
      answers: { 200: only({ account_id: text, project_id: text, intervals: list(interval) }) },
      refusals: [501],
    },
  }),
};
