import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { agentId, branchId, segment } from './fields.ts';

export const attribute = z.looseObject({ id: z.string(), name: z.string() });

const path = '/v1/agents/{agent_id}/branches/{branch_id}/attributes';
const branch = z.strictObject({ agent_id: agentId, branch_id: branchId });
const all = { family: 'base', path, params: branch } as const;
const one = {
  family: 'base',
  path: `${path}/{attribute_id}`,
  params: branch.extend({ attribute_id: segment.describe('Attribute.') }),
  status: 200,
} as const;
const naming = z.strictObject({ name: z.string().min(1) });

/** Attributes of a branch. */
export const attributes = {
  list: {
    ...all,
    method: 'GET',
    summary: 'All attributes of a branch',
    status: 200,
    answer: z.looseObject({ attributes: z.array(attribute) }),
  },
  create: {
    ...all,
    method: 'POST',
    summary: 'Create an attribute',
    body: naming,
    status: 201,
    answer: attribute,
  },
  rename: { ...one, method: 'PATCH', summary: 'Rename an attribute', body: naming, answer: attribute },
  remove: {
    ...one,
    method: 'DELETE',
    summary: 'Delete an attribute',
    answer: z.looseObject({ id: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;
