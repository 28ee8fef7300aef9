import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { agentId, branchId } from './fields.ts';

const of = {
  family: 'base',
  path: '/v1/agents/{agent_id}/branches/{branch_id}/behavior',
  params: z.strictObject({ agent_id: agentId, branch_id: branchId }),
  status: 200,
  answer: z.looseObject({ behavior: z.string() }),
} as const;

/** The behaviour text of a branch: free text with optional tags for channels and languages. */
export const behavior = {
  get: { ...of, method: 'GET', summary: 'The behaviour text of a branch' },
  replace: {
    ...of,
    method: 'PATCH',
    summary: 'Replace the behaviour text of a branch',
    body: z.strictObject({
      behavior: z
        .string()
        .min(1)
        .meta({ description: 'The whole text.', examples: ['Be brief.'] }),
    }),
  },
} as const satisfies Record<string, Endpoint>;
