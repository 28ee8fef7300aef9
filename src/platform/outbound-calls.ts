import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { agentId, clientEnv, texts, withRules, word } from './fields.ts';

const path = '/v1/outbound-calling';
const E164 = /^\+[1-9]\d{1,14}$/;
/** 26 KB as base64: four characters for every three bytes. */
const MAX_METADATA_BASE64 = 26 * 1024;

const callSid = z
  .string()
  .regex(/^OUT-[A-Za-z0-9-]{1,100}$/, 'must be OUT- with letters, digits and hyphens')
  .meta({ description: 'Call.', examples: ['OUT-550e8400-e29b-41d4-a716-446655440000'] });

const base64Length = (value: unknown) =>
  4 * Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / 3);

const phoneNumber = z
  .string()
  .regex(/^\+?[\d ().-]{2,30}$/, 'must be a phone number')
  .meta({ description: 'E.164, or the national format of the country code.', examples: ['+14155552671'] });
const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two capital letters')
  .meta({ description: 'ISO 3166-1 alpha-2, for a number that is not E.164.', examples: ['GB'] });
const metadata = texts.describe('Passed to the agent unchanged; less than 26 KB as base64.');

/** Rules between the fields of a call, by the names of the host. */
const callRules = (number: string, country: string) => [
  {
    field: number,
    message: `must be in E.164 format, or come with ${country}`,
    holds: (body: Readonly<Record<string, unknown>>) =>
      typeof body[number] !== 'string' || body[country] !== undefined || E164.test(body[number]),
  },
  {
    field: 'metadata',
    message: 'must be less than 26 KB as base64',
    // Values that are not text are reported by the schema.
    holds: (body: Readonly<Record<string, unknown>>) =>
      !texts.safeParse(body['metadata']).success || base64Length(body['metadata']) < MAX_METADATA_BASE64,
  },
];

/** Outbound calls of the legacy host. */
export const outboundCalls = {
  place: {
    family: 'outbound',
    path,
    method: 'POST',
    summary: 'Let the agent call a number',
    body: withRules(
      z.strictObject({
        to_number: phoneNumber,
        country_code: z.optional(countryCode),
        metadata: z.optional(metadata),
        encryption: z.optional(
          z.enum(['UDP/RTP', 'UDP/SRTP', 'TLS/RTP', 'TLS/SRTP']).meta({ default: 'TLS/SRTP' }),
        ),
      }),
      callRules('to_number', 'country_code'),
    ),
    status: 200,
    answer: z.looseObject({ call_sid: z.string() }),
  },
  status: {
    family: 'outbound',
    path: `${path}/{call_sid}/status`,
    params: z.strictObject({ call_sid: callSid }),
    method: 'GET',
    summary: 'Status of a call, available until about two hours after its end',
    status: 200,
    answer: z.looseObject({
      status: word(['queued', 'calling', 'success', 'failure']),
      reason: z.nullish(z.string()),
    }),
  },
} as const satisfies Record<string, Endpoint>;

const agentPath = '/v1/agents/{agent_id}/telephony/outbound-calls';

/** Outbound calls of the agents host. The platform recommends this host. */
export const agentCalls = {
  place: {
    family: 'base',
    path: agentPath,
    params: z.strictObject({ agent_id: agentId }),
    method: 'POST',
    summary: 'Let the agent call a number, by the agents host',
    body: withRules(
      z.strictObject({
        toNumber: phoneNumber,
        environment: clientEnv,
        countryCode: z.optional(countryCode),
        variantId: z.optional(z.string().min(1)),
        encryption: z.optional(
          z.enum(['udp_rtp', 'udp_srtp', 'tls_rtp', 'tls_srtp']).meta({ default: 'tls_srtp' }),
        ),
        metadata: z.optional(metadata),
      }),
      callRules('toNumber', 'countryCode'),
    ),
    status: 200,
    answer: z.looseObject({ callSid: z.string() }),
  },
  status: {
    family: 'base',
    path: `${agentPath}/{call_sid}/status`,
    params: z.strictObject({ agent_id: agentId, call_sid: callSid }),
    query: z.strictObject({ environment: clientEnv }),
    method: 'GET',
    summary: 'Status of a call of the agents host, available until about two hours after its end',
    status: 200,
    answer: z.looseObject({
      status: word(['QUEUED', 'CALLING', 'SUCCESS', 'FAILURE']),
      reason: z.nullish(z.string()),
    }),
  },
} as const satisfies Record<string, Endpoint>;
