import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { accountId, projectId, withRules } from './fields.ts';

const identifier = z.string().min(1);

/** Handoff state: data that an agent stored for the system that takes a conversation over. */
export const handoffState = {
  get: {
    family: 'platform',
    path: '/v1/{account_id}/{project_id}/handoff_state',
    params: z.strictObject({ account_id: accountId, project_id: projectId }),
    method: 'GET',
    summary: 'The stored state of a conversation that was handed over',
    query: withRules(
      z.strictObject({
        id: z.optional(
          identifier.meta({
            description: 'Conversation. One of id and shared_id is needed.',
            examples: ['c-4711'],
          }),
        ),
        shared_id: z.optional(
          identifier.describe("The integrator's own identifier; takes precedence when both are given."),
        ),
      }),
      [
        {
          field: 'id',
          message: 'one of id and shared_id is required',
          holds: ({ id, shared_id }) => id !== undefined || shared_id !== undefined,
        },
      ],
    ),
    status: 200,
    answer: z.looseObject({
      id: z.string(),
      shared_id: z.nullish(z.string()),
      data: z.record(z.string(), z.unknown()).describe('Opaque; returned unchanged.'),
    }),
  },
} as const satisfies Record<string, Endpoint>;
