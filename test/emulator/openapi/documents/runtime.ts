import { projectParameters } from './conversation-lists.ts';
import { errorAndCode, errorMessage } from './errors.ts';
import { CORRELATION_HEADER, type Operations, operationsOf } from './operation.ts';
import {
  closedObject,
  mapOf,
  matching,
  oneOf,
  openObject,
  pathParameter,
  queryParameters,
  text,
  withDefault,
} from './schema.ts';

/** Handoff state and outbound calls. */

const headers = CORRELATION_HEADER;
const handoff = operationsOf({
  scheme: 'platform',
  error: errorMessage,
  headers,
  errorStatuses: [400, 401, 403, 404, 429, 500],
  bodyErrorStatuses: [413, 415],
});
const outbound = operationsOf({
  scheme: 'outbound',
  error: errorAndCode,
  headers,
  errorStatuses: [400, 401, 429, 500],
  bodyErrorStatuses: [413, 415],
});

const callSid = matching('^OUT-.+$');

export const runtimePaths: Operations = {
  ...handoff('/v1/{account_id}/{project_id}/handoff_state', {
    get: {
      id: 'getHandoffState',
      parameters: [...projectParameters, ...queryParameters({ id: text, shared_id: text })],
      answers: { 200: closedObject({ id: text, data: mapOf(true) }, { shared_id: text }) },
    },
  }),
  ...outbound('/v1/outbound-calling', {
    post: {
      id: 'triggerOutboundCall',
      body: openObject(
        { to_number: text },
        {
          country_code: matching('^[A-Z]{2}$'),
          metadata: mapOf(text),
          encryption: withDefault('TLS/SRTP', oneOf('UDP/RTP', 'UDP/SRTP', 'TLS/RTP', 'TLS/SRTP')),
        },
      ),
      answers: { 200: closedObject({ call_sid: callSid }) },
    },
  }),
  ...outbound('/v1/outbound-calling/{call_sid}/status', {
    get: {
      id: 'getCallStatus',
      parameters: [pathParameter('call_sid')],
      answers: {
        200: closedObject({ status: oneOf('queued', 'calling', 'success', 'failure'), reason: text }),
      },
      errorStatuses: [404],
    },
  }),
};
