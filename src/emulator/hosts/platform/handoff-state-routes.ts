import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { storableText } from '../../http/request-input.ts';
import { REST_ERRORS, type RestError } from '../../http/rest-error.ts';
import { findConversationsProject, type Route, type RoutePorts, reply, route } from '../rest/route.ts';

const stateQuery = z.strictObject({ id: storableText(), shared_id: storableText() }).partial();

const missingId: RestError = {
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'Either id or shared_id must be provided',
};
const stateNotFound: RestError = { ...REST_ERRORS.notFound, message: 'No matching handoff state' };

/** State that a conversation left for a live agent. */
export const handoffStateRoutes = ({ store: { handoffStates } }: RoutePorts): readonly Route[] => [
  route('GET', '/v1/:account_id/:project_id/handoff_state', findConversationsProject, {
    query: stateQuery,
    run({ where, query: { id, shared_id: sharedId } }) {
      if (!id && !sharedId) return err(missingId);
      // `shared_id` takes precedence.
      const state = sharedId
        ? handoffStates.bySharedId(where, sharedId)
        : handoffStates.byId(where, id ?? '');
      if (!state) return err(stateNotFound);
      const shared = state.sharedId !== undefined && { shared_id: state.sharedId };
      return reply({ id: state.id, ...shared, data: state.data });
    },
  }),
];
