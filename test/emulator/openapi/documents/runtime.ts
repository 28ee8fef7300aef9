import { inProject } from './conversations.ts';
import { errorAndCode, errorMessage } from './errors.ts';
import { CORRELATED, type Operations, operationsOf } from './operation.ts';
import { byDefault, inPath, inQuery, mapOf, matching, oneOf, only, open, text } from './schema.ts';

/** Handoff state and outbound calls (specification, Handoff state and Outbound calling). */

const headers = CORRELATED;
const handoff = operationsOf({
  scheme: 'platform',
  error: errorMessage,
  headers,
  refusals: [400, 401, 403, 404, 429, 500],
  ofBodies: [413, 415],
});
const outbound = operationsOf({
  scheme: 'outbound',
  error: errorAndCode,
  headers,
  refusals: [400, 401, 429, 500],
  ofBodies: [413, 415],
});

const callSid = matching('^OUT-.+$');

export const runtimePaths: Operations = {
  ...handoff('/v1/{account_id}/{project_id}/handoff_state', {
    get: {
      id: 'getHandoffState',
      parameters: [...inProject, ...inQuery({ id: text, shared_id: text })],
      answers: { 200: only({ id: text, data: mapOf(true) }, { shared_id: text }) },
    },
  }),
  ...outbound('/v1/outbound-calling', {
    post: {
      id: 'triggerOutboundCall',
      body: open(
        { to_number: text },
        {
          country_code: matching('^[A-Z]{2}$'),
          metadata: mapOf(text),
          encryption: byDefault('TLS/SRTP', oneOf('UDP/RTP', 'UDP/SRTP', 'TLS/RTP', 'TLS/SRTP')),
        },
      ),
      answers: { 200: only({ call_sid: callSid }) },
    },
  }),
  ...outbound('/v1/outbound-calling/{call_sid}/status', {
    get: {
      id: 'getCallStatus',
      parameters: [inPath('call_sid')],
      answers: { 200: only({ status: oneOf('queued', 'calling', 'success', 'failure'), reason: text }) },
      refusals: [404],
    },
  }),
};
