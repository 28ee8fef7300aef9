import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { Branch, Caller } from '../keys.ts';
import { FAULTS, type Fault } from '../rest/fault.ts';
import { must, text } from '../rest/input.ts';
import { inBranch, type Route, reply, route } from '../rest/route.ts';
import type { Attribute, Attributes } from '../store/attributes.ts';

const ATTRIBUTES = '/v1/agents/:agent_id/branches/:branch_id/attributes';
const ATTRIBUTE = `${ATTRIBUTES}/:attribute_id`;

const name = must('must be a string of at least one character');
const naming = z.strictObject({ name: text(1, undefined, name) });

/** Attributes of a branch (specification, Attributes). */
export function attributeRoutes(attributes: Attributes, newId: (prefix: string) => string): readonly Route[] {
  function find(caller: Caller, params: Readonly<Record<string, string>>): Result<Attribute, Fault> {
    const branch: Result<Branch, Fault> = inBranch(caller, params);
    if (!branch.ok) return branch;
    const attribute = attributes.get(branch.value, params['attribute_id'] ?? '');
    return attribute ? ok(attribute) : err(FAULTS.notFound);
  }

  return [
    route({
      method: 'GET',
      path: ATTRIBUTES,
      find: inBranch,
      run: ({ where }) => reply({ attributes: attributes.list(where) }),
    }),
    route({
      method: 'POST',
      path: ATTRIBUTES,
      find: inBranch,
      body: naming,
      run({ where, body }) {
        const attribute = { id: newId('attr_'), name: body.name };
        attributes.add(where, attribute);
        return reply(attribute, 201);
      },
    }),
    route({
      method: 'PATCH',
      path: ATTRIBUTE,
      find,
      body: naming,
      run({ where: { id }, body }) {
        attributes.rename(id, body.name);
        return reply({ id, name: body.name });
      },
    }),
    route({
      method: 'DELETE',
      path: ATTRIBUTE,
      find,
      run({ where: { id } }) {
        attributes.delete(id);
        return reply({ id });
      },
    }),
  ];
}
