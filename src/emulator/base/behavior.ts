import * as z from 'zod';
import { err } from '../../base/result.ts';
import { FAULTS } from '../rest/fault.ts';
import { must, text } from '../rest/input.ts';
import { inBranch, type Route, reply, route } from '../rest/route.ts';
import type { Behaviors } from '../store/behaviors.ts';

const PATH = '/v1/agents/:agent_id/branches/:branch_id/behavior';

const rule = must('must be a string of at least one character');
const update = z.strictObject({ behavior: text(1, undefined, rule) });

/** Behaviour rules of a branch (specification, Behavior). The text is kept as it is given, faulty tags too. */
export const behaviorRoutes = (behaviors: Behaviors): readonly Route[] => [
  route({
    method: 'GET',
    path: PATH,
    find: inBranch,
    run({ where }) {
      const behavior = behaviors.get(where);
      return behavior === undefined ? err(FAULTS.notFound) : reply({ behavior });
    },
  }),
  route({
    method: 'PATCH',
    path: PATH,
    find: inBranch,
    body: update,
    run({ where, body: { behavior } }) {
      behaviors.put(where, behavior);
      return reply({ behavior });
    },
  }),
];
