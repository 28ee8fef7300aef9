import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { accountId, clientEnv, moment, projectId, variantFilter, variantRule, withRules } from './fields.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Concurrency: the number of simultaneous conversations in each interval of five minutes. */
export const concurrency = {
  get: {
    family: 'platform',
    path: '/v1/{account_id}/{project_id}/conversations/concurrency',
    params: z.strictObject({ account_id: accountId, project_id: projectId }),
    method: 'GET',
    summary: 'The highest number of concurrent conversations in every five minutes',
    query: withRules(
      z.strictObject({
        start_time: moment.meta({
          description: 'Rounded down to five minutes.',
          examples: ['2026-03-01T09:00:00Z'],
        }),
        end_time: moment.describe('Rounded up to five minutes; at most a week later.'),
        client_env: z.optional(clientEnv.meta({ default: 'live' })),
        ...variantFilter,
        language: z.optional(
          z.string().meta({ description: 'Only conversations in this language.', examples: ['en-GB'] }),
        ),
        phone_number: z.optional(
          z.string().meta({ description: 'Only calls to this number.', examples: ['+447700900123'] }),
        ),
        slice_by: z.optional(
          z
            .enum(['variant', 'language', 'phone_number'])
            .describe('Only variant is supported yet; the others are answered with 501.'),
        ),
      }),
      [
        variantRule,
        {
          field: 'end_time',
          message: 'must be after start_time and at most a week later',
          holds: ({ start_time, end_time }) => {
            const span = Date.parse(String(end_time)) - Date.parse(String(start_time));
            return Number.isNaN(span) || (span >= 0 && span <= WEEK_MS);
          },
        },
      ],
    ),
    status: 200,
    answer: z.looseObject({
      account_id: z.string(),
      project_id: z.string(),
      intervals: z.array(
        z.looseObject({
          time: z.string(),
          max_concurrent_conversations: z.number(),
          variant_id: z.nullish(z.string()),
          variant_name: z.nullish(z.string()),
          language: z.nullish(z.string()),
          phone_number: z.nullish(z.string()),
        }),
      ),
    }),
  },
} as const satisfies Record<string, Endpoint>;
