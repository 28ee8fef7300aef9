import { errorAndMessage } from './errors.ts';
import { type Operations, operationsOf } from './operation.ts';
import { byDefault, flag, integer, matching, oneOf, only, open, someText } from './schema.ts';

/** The two calls of the messaging host (specification, Messaging; messaging §2). */

const token = operationsOf({
  scheme: 'connector',
  error: errorAndMessage,
  refusals: [401, 429, 500],
  ofBodies: [413],
});
const session = operationsOf({
  scheme: 'visitor',
  error: errorAndMessage,
  refusals: [400, 401, 429, 500],
  ofBodies: [413],
});

export const messagingPaths: Operations = {
  ...token('/api/v1/access-token', {
    post: {
      id: 'createAccessToken',
      answers: {
        200: only({
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
      body: open(
        {},
        {
          streaming_enabled: byDefault(false, flag),
          platform: byDefault('web', oneOf('web', 'ios', 'android', 'ios-web', 'android-web', 'custom')),
        },
      ),
      answers: { 200: only({ session_id: someText }) },
    },
  }),
};
