import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { issueText, oneOf } from '../../http/request-input.ts';
import { REST_ERRORS, validationError } from '../../http/rest-error.ts';
import { ENCRYPTIONS, type OutboundCall } from '../../store/outbound-call-table.ts';
import { CALL_SID, callIssues, countryCode, metadata, placeCall, statusOf } from '../rest/outbound-call.ts';
import { type Find, findAccount, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const CALLS = '/v1/outbound-calling';
const callBody = z
  .strictObject({
    to_number: z.string(issueText('must be a phone number')),
    country_code: countryCode.optional(),
    metadata: metadata.default({}),
    encryption: oneOf(ENCRYPTIONS).default('TLS/SRTP'),
  })
  .check(({ value, issues }) => {
    const { to_number: number, country_code: country } = value;
    for (const [field, message] of callIssues({ number, country, metadata: value.metadata }, 'to_number'))
      issues.push({ code: 'custom', input: value, path: [field], message });
  });

/** Outbound calls. No call is made: the status follows from the time since the request. */
export function outboundCallRoutes({ store: { outboundCalls: calls }, now }: RoutePorts): readonly Route[] {
  const find: Find<OutboundCall> = (caller, { call_sid: callSid = '' }) => {
    // a malformed id is 400 here, not 422.
    if (!CALL_SID.test(callSid))
      return err(validationError([{ field: 'call_sid', message: 'must be OUT- and a UUID' }]));
    const call = calls.get(caller.accountId, callSid);
    return call && caller.mayUse(call.project_id) ? ok(call) : err(REST_ERRORS.notFound);
  };

  return [
    route('POST', CALLS, findAccount, {
      body: callBody,
      run({ where: account_id, caller, body }) {
        const { to_number, country_code, metadata, encryption } = body;
        const project_id = caller.ownProjectId;
        const call = { account_id, project_id, to_number, country_code, metadata, encryption };
        const call_sid = placeCall(calls, now(), { ...call, environment: 'live' });
        return reply({ call_sid });
      },
    }),
    route('GET', `${CALLS}/:call_sid/status`, find, {
      run({ where }) {
        const status = statusOf(where, now());
        return status ? reply(status) : err(REST_ERRORS.notFound);
      },
    }),
  ];
}
