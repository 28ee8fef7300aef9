import { envelope } from './errors.ts';
import { CORRELATED, type Operations, operationsOf } from './operation.ts';
import {
  byDefault,
  count,
  flag,
  inPath,
  inQuery,
  integer,
  list,
  matching,
  moment,
  number,
  only,
  open,
  orNull,
  someText,
  text,
} from './schema.ts';

/** Behaviour, attributes and audio cache of an agent (specification). */

export const ofAgents = operationsOf({
  scheme: 'base',
  error: envelope,
  headers: CORRELATED,
  refusals: [400, 401, 404, 429, 500],
  ofBodies: [413, 415],
});

export const inAgent = [inPath('agentId')];
const inBranch = [...inAgent, inPath('branchId')];
const inAttribute = [...inBranch, inPath('attributeId')];

const BRANCH = '/v1/agents/{agentId}/branches/{branchId}';
const behavior = only({ behavior: text });
const attribute = only({ id: text, name: someText });
const naming = only({ name: someText });

const entry = only({
  id: matching('^\\d+$'),
  transcript: text,
  cachedAt: moment,
  hitCount: count,
  duration: { ...number, minimum: 0 },
  regenerated: flag,
  provider: text,
  providerVoiceId: text,
  audioFilename: orNull(text),
  imported: flag,
  languageCode: byDefault('', text),
});
const paging = {
  limit: byDefault(50, integer({ minimum: 1, maximum: 200 })),
  offset: byDefault(0, count),
  sort: text,
};

export const agentPaths: Operations = {
  ...ofAgents(`${BRANCH}/behavior`, {
    get: { id: 'getBehavior', parameters: inBranch, answers: { 200: behavior } },
    patch: {
      id: 'updateBehavior',
      parameters: inBranch,
      body: only({ behavior: someText }),
      answers: { 200: behavior },
    },
  }),
  ...ofAgents(`${BRANCH}/attributes`, {
    get: {
      id: 'listAttributes',
      parameters: inBranch,
      answers: { 200: only({ attributes: list(attribute) }) },
    },
    post: { id: 'createAttribute', parameters: inBranch, body: naming, answers: { 201: attribute } },
  }),
  ...ofAgents(`${BRANCH}/attributes/{attributeId}`, {
    patch: { id: 'updateAttribute', parameters: inAttribute, body: naming, answers: { 200: attribute } },
    delete: { id: 'deleteAttribute', parameters: inAttribute, answers: { 200: only({ id: text }) } },
  }),
  ...ofAgents('/v1/agents/{agentId}/audio-cache', {
    get: {
      id: 'listAudioCache',
      parameters: [...inAgent, ...inQuery(paging)],
      answers: { 200: only({ entries: list(entry), totalCount: count }) },
      refusals: [403],
    },
  }),
  ...ofAgents('/v1/agents/{agentId}/audio-cache/bulk-delete', {
    post: {
      id: 'bulkDeleteAudioCache',
      parameters: inAgent,
      body: open({ ids: list(text, { minItems: 1, maxItems: 20 }) }),
      answers: { 200: only({ deleted: list(text), failed: list(text) }) },
      refusals: [403],
    },
  }),
};
