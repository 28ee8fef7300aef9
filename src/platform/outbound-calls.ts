import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { texts, withRules, word } from './fields.ts';

const path = '/v1/outbound-calling';
const E164 = /^\+[1-9]\d{1,14}$/;
/** 26 KB as base64, which is four bytes for every three. */
const MAX_METADATA_BASE64 = 26 * 1024;

const callSid = z
  .string()
  .regex(/^OUT-[A-Za-z0-9-]{1,100}$/, 'must be OUT- with letters, digits and hyphens')
  .meta({ description: 'Call.', examples: ['OUT-550e8400-e29b-41d4-a716-446655440000'] });

const base64Length = (it: unknown) => 4 * Math.ceil(new TextEncoder().encode(JSON.stringify(it)).length / 3);

/** Calls that the agent makes. */
export const outboundCalls = {
  place: {
    family: 'outbound',
    path,
    method: 'POST',
    summary: 'Have the agent call a number',
    body: withRules(
      z.strictObject({
        to_number: z
          .string()
          .regex(/^\+?[\d ().-]{2,30}$/, 'must be a phone number')
          .meta({
            description: 'E.164; with country_code also as it is written in that country.',
            examples: ['+14155552671'],
          }),
        country_code: z.optional(
          z
            .string()
            .regex(/^[A-Z]{2}$/, 'must be two capital letters')
            .meta({ description: 'ISO 3166-1 alpha-2, for a number that is not E.164.', examples: ['GB'] }),
        ),
        metadata: z.optional(
          texts.meta({ description: 'Handed to the agent as it is; less than 26 KB as base64.' }),
        ),
        encryption: z.optional(
          z.enum(['UDP/RTP', 'UDP/SRTP', 'TLS/RTP', 'TLS/SRTP']).meta({ default: 'TLS/SRTP' }),
        ),
      }),
      [
        {
          field: 'to_number',
          message: 'must be in E.164 format, or come with country_code',
          holds: ({ to_number, country_code }) =>
            typeof to_number !== 'string' || country_code !== undefined || E164.test(to_number),
        },
        {
          field: 'metadata',
          message: 'must be less than 26 KB as base64',
          // Of values that are no text is said elsewhere.
          holds: ({ metadata }) =>
            !texts.safeParse(metadata).success || base64Length(metadata) < MAX_METADATA_BASE64,
        },
      ],
    ),
    status: 200,
    answer: z.looseObject({ call_sid: z.string() }),
  },
  status: {
    family: 'outbound',
    path: `${path}/{call_sid}/status`,
    params: z.strictObject({ call_sid: callSid }),
    method: 'GET',
    summary: 'How a call stands; known for about two hours after its end',
    status: 200,
    answer: z.looseObject({
      status: word(['queued', 'calling', 'success', 'failure']),
      reason: z.nullish(z.string()),
    }),
  },
} as const satisfies Record<string, Endpoint>;
