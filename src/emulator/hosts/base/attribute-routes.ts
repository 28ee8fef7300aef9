import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Caller } from '../../access/keys.ts';
import type { Branch } from '../../access/project.ts';
import type { Attribute, AttributeTable } from '../../store/attribute-table.ts';
import { issueText, storableText } from '../rest/request-input.ts';
import { REST_ERRORS, type RestError } from '../rest/rest-error.ts';
import { findBranch, type Route, reply, route } from '../rest/route.ts';

const ATTRIBUTES = '/v1/agents/:agent_id/branches/:branch_id/attributes';
const ATTRIBUTE = `${ATTRIBUTES}/:attribute_id`;

const nameIssue = issueText('must be a string of at least one character');
const nameBody = z.strictObject({ name: storableText(1, undefined, nameIssue) });

/** Attributes of a branch. */
export function attributeRoutes(
  attributes: AttributeTable,
  newId: (prefix: string) => string,
): readonly Route[] {
  function find(caller: Caller, params: Readonly<Record<string, string>>): Result<Attribute, RestError> {
    const branch: Result<Branch, RestError> = findBranch(caller, params);
    if (!branch.ok) return branch;
    const attribute = attributes.get(branch.value, params['attribute_id'] ?? '');
    return attribute ? ok(attribute) : err(REST_ERRORS.notFound);
  }

  return [
    route({
      method: 'GET',
      path: ATTRIBUTES,
      find: findBranch,
      run: ({ where }) => reply({ attributes: attributes.list(where) }),
    }),
    route({
      method: 'POST',
      path: ATTRIBUTES,
      find: findBranch,
      body: nameBody,
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
      body: nameBody,
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
