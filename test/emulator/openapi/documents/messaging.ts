import { errorAndMessage } from './errors.ts';
import { type Operations, operationsOf } from './operation.ts';
import {
  boolean,
  closedObject,
  integer,
  matching,
  nonEmptyText,
  oneOf,
  openObject,
  withDefault,
} from './schema.ts';

/** The two calls of the messaging host (R-19.1, M-2.1, M-2.2). */

const token = operationsOf({
  scheme: 'connector',
  error: errorAndMessage,
  errorStatuses: [401, 429, 500],
  bodyErrorStatuses: [413],
});
const session = operationsOf({
  scheme: 'visitor',
  error: errorAndMessage,
  errorStatuses: [400, 401, 429, 500],
  bodyErrorStatuses: [413],
});

export const messagingPaths: Operations = {
  ...token('/api/v1/access-token', {
    post: {
      id: 'createAccessToken',
      answers: {
        200: closedObject({
          access_token: matching('^[\\w-]+\\.[\\w-]+\\.[\\w-]+$'),
          expires_in: integer({ minimum: 1 }),
          token_type: oneOf('Bearer'),
        }),
      },
    },
  }),
  ...session('/api/v1/sessions', {
    post: {
      id: 'createSession',
      isBodyOptional: true,
      body: openObject(
        {},
        {
          streaming_enabled: withDefault(false, boolean),
          platform: withDefault('web', oneOf('web', 'ios', 'android', 'ios-web', 'android-web', 'custom')),
        },
      ),
      answers: { 200: closedObject({ session_id: nonEmptyText }) },
    },
  }),
};
