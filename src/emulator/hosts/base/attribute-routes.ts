import * as z from 'zod';
import { issueText, storableText } from '../../http/request-input.ts';
import { prefixedId } from '../../store/prefixed-id.ts';
import { findBranch, findIn, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const ATTRIBUTES = '/v1/agents/:agent_id/branches/:branch_id/attributes';
const ATTRIBUTE = `${ATTRIBUTES}/:attribute_id`;

const nameIssue = issueText('must be a string of at least one character');
const nameBody = z.strictObject({ name: storableText(1, undefined, nameIssue) });

/** Attributes of a branch. */
export function attributeRoutes({ store: { attributes } }: RoutePorts): readonly Route[] {
  const find = findIn(findBranch, (branch, { attribute_id: id = '' }) => attributes.get(branch, id));

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
