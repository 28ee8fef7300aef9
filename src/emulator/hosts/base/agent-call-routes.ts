import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { issueText, oneOf, storableText } from '../../http/request-input.ts';
import { REST_ERRORS, type RestError, validationError } from '../../http/rest-error.ts';
import { ENVIRONMENTS, VARIANTS } from '../../model/origin.ts';
import { ENCRYPTIONS, type OutboundCall } from '../../store/outbound-call-table.ts';
import { CALL_SID, callIssues, countryCode, metadata, placeCall, statusOf } from '../rest/outbound-call.ts';
import { type Find, findProject, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const CALLS = '/v1/agents/:agent_id/telephony/outbound-calls';

/** The spelling of this host: `tls_srtp` for `TLS/SRTP`. */
const encryptions = ENCRYPTIONS.map(
  (encryption) => [encryption.toLowerCase().replace('/', '_'), encryption] as const,
);
const encryptionOf = new Map(encryptions);

const callBody = z
  .strictObject({
    toNumber: z.string(issueText('must be a phone number')),
    environment: oneOf(ENVIRONMENTS),
    countryCode: countryCode.optional(),
    variantId: storableText(1).optional(),
    encryption: oneOf(encryptions.map(([name]) => name)).default('tls_srtp'),
    metadata: metadata.default({}),
  })
  .check(({ value, issues }) => {
    for (const [field, message] of callIssues(
      { number: value.toNumber, country: value.countryCode, metadata: value.metadata },
      'toNumber',
    ))
      issues.push({ code: 'custom', input: value, path: [field], message });
  });

const noConnector: RestError = {
  status: 404,
  code: 'CONNECTOR_NOT_FOUND',
  message: 'No connector found for the specified environment',
};

/** Outbound calls of the agents host. The legacy host has the same calls. */
export function agentCallRoutes({ store: { outboundCalls: calls }, now }: RoutePorts): readonly Route[] {
  const find: Find<OutboundCall> = (caller, params) => {
    const project = findProject(caller, params);
    if (!project.ok) return project;
    const { call_sid: callSid = '' } = params;
    if (!CALL_SID.test(callSid))
      return err(validationError([{ field: 'callSid', message: 'must be OUT- and a UUID' }]));
    const call = calls.get(caller.accountId, callSid);
    return call?.project_id === project.value.projectId ? ok(call) : err(REST_ERRORS.notFound);
  };

  return [
    route('POST', CALLS, findProject, {
      body: callBody,
      run({ where: { accountId, projectId }, body }) {
        const { variantId } = body;
        if (variantId !== undefined && !VARIANTS.some(({ id }) => id === variantId)) return err(noConnector);
        const callSid = placeCall(calls, now(), {
          account_id: accountId,
          project_id: projectId,
          to_number: body.toNumber,
          country_code: body.countryCode,
          metadata: body.metadata,
          encryption: encryptionOf.get(body.encryption) ?? 'TLS/SRTP',
          environment: body.environment,
        });
        return reply({ callSid, status: 'QUEUED' });
      },
    }),
    route('GET', `${CALLS}/:call_sid/status`, find, {
      query: z.strictObject({ environment: oneOf(ENVIRONMENTS) }),
      run({ where, query: { environment } }) {
        if (environment !== where.environment)
          return err(validationError([{ field: 'environment', message: 'must be that of the call' }]));
        const status = statusOf(where, now());
        return status
          ? reply({ callSid: where.call_sid, status: status.status.toUpperCase(), reason: status.reason })
          : err(REST_ERRORS.notFound);
      },
    }),
  ];
}
