import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { issueText } from '../../http/request-input.ts';
import type { OutboundCall, OutboundCallTable } from '../../store/outbound-call-table.ts';

/** Rules of outbound calls that both hosts share. */

export const CALL_SID = /^OUT-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const E164 = /^\+[1-9]\d{1,14}$/;
/** the national format, for requests with a country code. */
const NATIONAL = /^(?=\D*\d\D*\d)[\d ().-]{2,30}$/;
/** Exclusive limit of the metadata as base64. */
const MAX_METADATA_BASE64 = 26 * 1024;

const countryIssue = issueText('must be two capital letters of ISO 3166-1');
export const countryCode = z.string(countryIssue).regex(/^[A-Z]{2}$/, countryIssue);
export const metadata = z.record(
  z.string(),
  z.string(issueText('must be a string')),
  issueText('must be an object of strings'),
);

/** Issues of a request, by field. */
export function* callIssues(
  call: { readonly number: string; readonly country: string | undefined; readonly metadata: object },
  numberField: string,
): Generator<readonly [field: string, message: string]> {
  if (!E164.test(call.number) && !(call.country !== undefined && NATIONAL.test(call.number)))
    yield [numberField, 'must be in E.164 format'];
  if (Buffer.from(JSON.stringify(call.metadata)).toString('base64').length >= MAX_METADATA_BASE64)
    yield ['metadata', 'must be less than 26 KB as base64'];
}

const QUEUED_MS = 1_000;
const RINGING_MS = 30_000;
const TALKING_MS = 60_000;
/** Time for which the status is kept after the call. */
const RETENTION_MS = 2 * 60 * 60 * 1000;
/** Longest time from the request until the status is no longer kept. */
const KEPT_MS = QUEUED_MS + TALKING_MS + RETENTION_MS;

/** Calls to numbers that end in 0 are not answered; all others are. */
const isAnswered = ({ to_number: number }: OutboundCall) => !/0\D*$/.test(number);

const endOf = (call: OutboundCall): number =>
  call.created_at + QUEUED_MS + (isAnswered(call) ? TALKING_MS : RINGING_MS);

/** Status of a call; undefined when it is no longer kept. */
export function statusOf(call: OutboundCall, now: number) {
  if (now >= endOf(call) + RETENTION_MS) return undefined;
  if (now < call.created_at + QUEUED_MS) return { status: 'queued', reason: '' };
  if (now < endOf(call)) return { status: 'calling', reason: '' };
  return isAnswered(call)
    ? { status: 'success', reason: '' }
    : { status: 'failure', reason: 'The call was not answered' };
}

/** Places a call on either host. Returns its id. */
export function placeCall(
  calls: OutboundCallTable,
  at: number,
  call: Pick<OutboundCall, 'account_id' | 'project_id' | 'to_number' | 'encryption' | 'environment'> & {
    readonly country_code: string | undefined;
    readonly metadata: object;
  },
): string {
  calls.deleteBefore(at - KEPT_MS);
  const call_sid = `OUT-${randomUUID()}`;
  calls.add({
    ...call,
    call_sid,
    country_code: call.country_code ?? null,
    metadata: JSON.stringify(call.metadata),
    created_at: at,
  });
  return call_sid;
}
