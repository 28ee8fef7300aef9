import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { issueText, storableText } from '../../http/request-input.ts';
import { REST_ERRORS } from '../../http/rest-error.ts';
import { MAIN_BRANCH } from '../../model/project.ts';
import { findBranch, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const PATH = '/v1/agents/:agent_id/branches/:branch_id/behavior';

const behaviorIssue = issueText('must be a string of at least one character');
const updateBody = z.strictObject({ behavior: storableText(1, undefined, behaviorIssue) });

/** Behaviour rules of a branch.: the text is stored as given, including tags with issues. */
export const behaviorRoutes = ({ store: { behaviors } }: RoutePorts): readonly Route[] => [
  route('GET', PATH, findBranch, {
    run({ where }) {
      const behavior = behaviors.get(where);
      return behavior === undefined ? err(REST_ERRORS.notFound) : reply({ behavior });
    },
  }),
  route('PATCH', PATH, findBranch, {
    body: updateBody,
    run({ where, body: { behavior } }) {
      if (where.branchId === MAIN_BRANCH) return err(REST_ERRORS.mainBranch);
      behaviors.put(where, behavior);
      return reply({ behavior });
    },
  }),
];
