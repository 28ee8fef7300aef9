import { envelope } from './errors.ts';
import { CORRELATION_HEADER, type Operations, operationsOf } from './operation.ts';
import {
  boolean,
  closedObject,
  count,
  integer,
  list,
  mapOf,
  matching,
  nonEmptyText,
  number,
  oneOf,
  openObject,
  orNull,
  pathParameter,
  queryParameters,
  text,
  time,
  withDefault,
} from './schema.ts';

/** Behaviour, attributes and audio cache of an agent. */

export const agentOperations = operationsOf({
  scheme: 'base',
  error: envelope,
  headers: CORRELATION_HEADER,
  errorStatuses: [400, 401, 404, 429, 500],
  bodyErrorStatuses: [413, 415],
});

export const agentParameters = [pathParameter('agentId')];
const branchParameters = [...agentParameters, pathParameter('branchId')];
const attributeParameters = [...branchParameters, pathParameter('attributeId')];

const BRANCH = '/v1/agents/{agentId}/branches/{branchId}';
const behavior = closedObject({ behavior: text });
const attribute = closedObject({ id: text, name: nonEmptyText });
/** */
const CALLS = '/v1/agents/{agentId}/telephony/outbound-calls';
const environment = oneOf('sandbox', 'pre-release', 'live');
const nameBody = closedObject({ name: nonEmptyText });

const entry = closedObject({
  id: matching('^\\d+$'),
  transcript: text,
  cachedAt: time,
  hitCount: count,
  duration: { ...number, minimum: 0 },
  regenerated: boolean,
  provider: text,
  providerVoiceId: text,
  audioFilename: orNull(text),
  imported: boolean,
  languageCode: withDefault('', text),
});
const paging = {
  limit: withDefault(50, integer({ minimum: 1, maximum: 200 })),
  offset: withDefault(0, count),
  sort: text,
};

export const agentPaths: Operations = {
  ...agentOperations(`${BRANCH}/behavior`, {
    get: { id: 'getBehavior', parameters: branchParameters, answers: { 200: behavior } },
    patch: {
      id: 'updateBehavior',
      parameters: branchParameters,
      body: closedObject({ behavior: nonEmptyText }),
      answers: { 200: behavior },
      errorStatuses: [422],
    },
  }),
  ...agentOperations(`${BRANCH}/attributes`, {
    get: {
      id: 'listAttributes',
      parameters: branchParameters,
      answers: { 200: closedObject({ attributes: list(attribute) }) },
    },
    post: {
      id: 'createAttribute',
      parameters: branchParameters,
      body: nameBody,
      answers: { 201: attribute },
    },
  }),
  ...agentOperations(`${BRANCH}/attributes/{attributeId}`, {
    patch: {
      id: 'updateAttribute',
      parameters: attributeParameters,
      body: nameBody,
      answers: { 200: attribute },
    },
    delete: {
      id: 'deleteAttribute',
      parameters: attributeParameters,
      answers: { 200: closedObject({ id: text }) },
    },
  }),
  ...agentOperations('/v1/agents/{agentId}/audio-cache', {
    get: {
      id: 'listAudioCache',
      parameters: [...agentParameters, ...queryParameters(paging)],
      answers: { 200: closedObject({ entries: list(entry), totalCount: count }) },
      errorStatuses: [403],
    },
  }),
  ...agentOperations('/v1/agents/{agentId}/audio-cache/bulk-delete', {
    post: {
      id: 'bulkDeleteAudioCache',
      parameters: agentParameters,
      body: openObject({ ids: list(text, { minItems: 1, maxItems: 20 }) }),
      answers: { 200: closedObject({ deleted: list(text), failed: list(text) }) },
      errorStatuses: [403],
    },
  }),
  ...agentOperations(CALLS, {
    post: {
      id: 'triggerAgentCall',
      parameters: agentParameters,
      body: closedObject(
        { toNumber: text, environment },
        {
          countryCode: matching('^[A-Z]{2}$'),
          variantId: text,
          encryption: withDefault('tls_srtp', oneOf('udp_rtp', 'udp_srtp', 'tls_rtp', 'tls_srtp')),
          metadata: mapOf(text),
        },
      ),
      answers: { 200: closedObject({ callSid: matching('^OUT-.+$'), status: text }) },
    },
  }),
  ...agentOperations(`${CALLS}/{call_sid}/status`, {
    get: {
      id: 'getAgentCallStatus',
      parameters: [
        ...agentParameters,
        pathParameter('call_sid'),
        // It must be the environment of the call, and the calls of the tests are live.
        ...queryParameters({ environment: oneOf('live') }, ['environment']),
      ],
      answers: {
        200: closedObject({
          callSid: matching('^OUT-.+$'),
          status: oneOf('QUEUED', 'CALLING', 'SUCCESS', 'FAILURE'),
          reason: text,
        }),
      },
    },
  }),
};
