import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { issueText, storableText } from '../../http/request-input.ts';
import { REST_ERRORS, type RestError } from '../../http/rest-error.ts';
import type { Caller } from '../../model/keys.ts';
import type { Attribute } from '../../store/attribute-table.ts';
import { prefixedId } from '../../store/prefixed-id.ts';
import { findBranch, type Params, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const ATTRIBUTES = '/v1/agents/:agent_id/branches/:branch_id/attributes';
const ATTRIBUTE = `${ATTRIBUTES}/:attribute_id`;

const nameIssue = issueText('must be a string of at least one character');
const nameBody = z.strictObject({ name: storableText(1, undefined, nameIssue) });

/** Attributes of a branch. */
export function attributeRoutes({ store: { attributes } }: RoutePorts): readonly Route[] {
  function find(caller: Caller, params: Params): Result<Attribute, RestError> {
    const branch = findBranch(caller, params);
    if (!branch.ok) return branch;
    const attribute = attributes.get(branch.value, params['attribute_id'] ?? '');
    return attribute ? ok(attribute) : err(REST_ERRORS.notFound);
  }

  return [
    route('GET', ATTRIBUTES, findBranch, {
      run: ({ where }) => reply({ attributes: attributes.list(where) }),
    }),
    route('POST', ATTRIBUTES, findBranch, {
      body: nameBody,
      run({ where, body }) {
        const attribute = { id: prefixedId('attr_'), name: body.name };
        attributes.add(where, attribute);
        return reply(attribute, 201);
      },
    }),
    route('PATCH', ATTRIBUTE, find, {
      body: nameBody,
      run({ where: { id }, body }) {
        attributes.rename(id, body.name);
        return reply({ id, name: body.name });
      },
    }),
    route('DELETE', ATTRIBUTE, find, {
      run({ where: { id } }) {
        attributes.delete(id);
        return reply({ id });
      },
    }),
  ];
}
