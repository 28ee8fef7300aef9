import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { Caller } from '../keys.ts';
import { FAULTS, type Fault, invalid } from '../rest/fault.ts';
import { must, oneOf } from '../rest/input.ts';
import { inAccount, type Route, reply, route } from '../rest/route.ts';
import { ENCRYPTIONS, type OutboundCall, type OutboundCalls } from '../store/outbound-calls.ts';

const CALLS = '/v1/outbound-calling';
const CALL_SID = /^OUT-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const E164 = /^\+[1-9]\d{1,14}$/;
/** With a country beside it, a number may be written as it is there. */
const NATIONAL = /^(?=\D*\d\D*\d)[\d ().-]{2,30}$/;
/** The base64 of the metadata has to stay below this (specification, published description). */
const MAX_METADATA_BASE64 = 26 * 1024;

const QUEUED_MS = 1_000;
const RINGING_MS = 30_000;
const TALKING_MS = 60_000;
/** specification, Limits: about two hours after the end. */
const RETENTION_MS = 2 * 60 * 60 * 1000;

const country = must('must be two capital letters of ISO 3166-1');
const request = z
  .strictObject({
    to_number: z.string(must('must be a phone number')),
    country_code: z
      .string(country)
      .regex(/^[A-Z]{2}$/, country)
      .optional(),
    metadata: z
      .record(z.string(), z.string(must('must be a string')), must('must be an object of strings'))
      .default({}),
    encryption: oneOf(ENCRYPTIONS).default('TLS/SRTP'),
  })
  .check(({ value, issues }) => {
    const { to_number: number, country_code: code, metadata } = value;
    const complain = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    if (!E164.test(number) && !(code !== undefined && NATIONAL.test(number)))
      complain('to_number', 'must be in E.164 format');
    if (Buffer.from(JSON.stringify(metadata)).toString('base64').length >= MAX_METADATA_BASE64)
      complain('metadata', 'must be less than 26 KB as base64');
  });

/** Numbers that end in 0 are not answered, every other is. */
const isAnswered = ({ to_number: number }: OutboundCall) => !/0\D*$/.test(number);

const endOf = (call: OutboundCall): number =>
  call.created_at + QUEUED_MS + (isAnswered(call) ? TALKING_MS : RINGING_MS);

/** What has become of a call; undefined when that is no longer known. */
function statusOf(call: OutboundCall, now: number) {
  if (now >= endOf(call) + RETENTION_MS) return undefined;
  if (now < call.created_at + QUEUED_MS) return { status: 'queued', reason: '' };
  if (now < endOf(call)) return { status: 'calling', reason: '' };
  return isAnswered(call)
    ? { status: 'success', reason: '' }
    : { status: 'failure', reason: 'The call was not answered' };
}

/** Calls that the agent makes (specification, Outbound calling). Nobody is called: a call is what the clock makes of it. */
export function outboundRoutes(calls: OutboundCalls, now: () => number): readonly Route[] {
  function find(
    caller: Caller,
    { call_sid: callSid = '' }: Readonly<Record<string, string>>,
  ): Result<OutboundCall, Fault> {
    // Published description: 400 for a malformed SID here, not 422.
    if (!CALL_SID.test(callSid))
      return err(invalid([{ field: 'call_sid', message: 'must be OUT- and a UUID' }]));
    const call = calls.get(caller.accountId, callSid);
    return call && caller.mayUse(call.project_id) ? ok(call) : err(FAULTS.notFound);
  }

  return [
    route({
      method: 'POST',
      path: CALLS,
      find: inAccount,
      body: request,
      run({ where: account_id, caller, body }) {
        const at = now();
        calls.deleteBefore(at - QUEUED_MS - TALKING_MS - RETENTION_MS);
        const call_sid = `OUT-${randomUUID()}`;
        calls.add({
          call_sid,
          account_id,
          project_id: caller.ownProjectId,
          to_number: body.to_number,
          country_code: body.country_code ?? null,
          metadata: JSON.stringify(body.metadata),
          encryption: body.encryption,
          created_at: at,
        });
        return reply({ call_sid });
      },
    }),
    route({
      method: 'GET',
      path: `${CALLS}/:call_sid/status`,
      find,
      run({ where }) {
        const status = statusOf(where, now());
        return status ? reply(status) : err(FAULTS.notFound);
      },
    }),
  ];
}
