import * as z from 'zod';
import { err } from '../../base/result.ts';
import { FAULTS, type Fault } from '../rest/fault.ts';
import { text } from '../rest/input.ts';
import { inConversations, type Route, reply, route } from '../rest/route.ts';
import type { HandoffStates } from '../store/handoff-states.ts';

const naming = z.strictObject({ id: text(), shared_id: text() }).partial();

const unnamed: Fault = {
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'Either id or shared_id must be provided',
};
const noState: Fault = { ...FAULTS.notFound, message: 'No matching handoff state' };

/** What a conversation left for a person's desk (specification, Handoff state). */
export const handoffStateRoutes = (handoffStates: HandoffStates): readonly Route[] => [
  route({
    method: 'GET',
    path: '/v1/:account_id/:project_id/handoff_state',
    find: inConversations,
    query: naming,
    run({ where, query: { id, shared_id: sharedId } }) {
      if (!id && !sharedId) return err(unnamed);
      // spec, Handoff state: if both are given, `shared_id` is used.
      const state = sharedId
        ? handoffStates.bySharedId(where, sharedId)
        : handoffStates.byId(where, id ?? '');
      if (!state) return err(noState);
      const shared = state.sharedId !== undefined && { shared_id: state.sharedId };
      return reply({ id: state.id, ...shared, data: state.data });
    },
  }),
];
