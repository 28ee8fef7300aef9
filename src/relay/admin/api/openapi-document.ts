import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { PROBLEM_TYPE } from '../../../protocol/relay.ts';
import { SCOPES, type Scope } from '../../config/values.ts';
import { type Operation, TAGS, type Tag } from './operation.ts';
import { ADMIN_PATH } from './operation-routes.ts';

const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    code: z.string().describe('Stable. In upper case if it comes from the platform.'),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('Empty if no field is wrong.'),
    request_id: z.string(),
    upstream: z.object({ status: z.int(), error_id: z.string().optional() }).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457.' });

const binary = z.string().meta({ format: 'binary' });
const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const failure = (description: string) => ({ description, content: { [PROBLEM_TYPE]: { schema: problem } } });

const PROBLEMS = {
  400: failure('The request is invalid; `errors` has an entry for each broken rule'),
  401: failure('The admin key is missing or unknown'),
  403: failure('The admin key lacks the scope, or is bound to other projects'),
  408: failure('The request did not arrive in time'),
  429: failure('Too many requests; `Retry-After` says how long to wait'),
  431: failure('The headers are too large'),
  500: failure('The relay failed'),
};
const BODY_PROBLEMS = {
  413: failure('The body is too large'),
  415: failure('The body is not JSON'),
};
const VALUE_PROBLEM = failure('A value of the request is not allowed; `errors` names the field');
const STORE_PROBLEM = failure('The store of the relay is unavailable');
const UNKNOWN_PROBLEM = failure('The relay does not know this');
const UPSTREAM_PROBLEMS = {
  404: failure('The platform does not know this'),
  409: failure('The platform has a limit or a state that does not allow this'),
  422: failure('The relay or the platform does not accept a value'),
  '4XX': failure('Another refusal of the platform, with the status that it gave'),
  501: failure('The platform does not offer this'),
  502: failure('The platform failed, or refused the configured key'),
  503: failure('The platform cannot be reached, or is not configured'),
  504: failure('The platform did not answer in time'),
};

/** Answers of a recording, in addition to the whole. */
const rangeAnswers = (media: string) => ({
  206: {
    description: 'The part of the recording that `Range` asks for',
    content: { [media]: { schema: binary } },
  },
  416: failure('The range is outside the recording'),
});

/** The version of the interface, as in `/admin/v1`. The document is public, so it hides the version of the relay. */
const INTERFACE_VERSION = '1';

const WEBHOOKS_TAG = 'Webhooks of the platform' satisfies Tag;

/** Headers of which a request needs one. OpenAPI cannot express this otherwise. */
const eitherOf = (names: readonly string[], description: string) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      z
        .string()
        .optional()
        .meta({ description: `${description} One of \`${names.join('` and `')}\` is required.` }),
    ]),
  );

/** The security scheme of a scope. */
const schemeOf = (scope: Scope) => `${scope}Key`;

/** Generates the OpenAPI 3.1 document of the admin interface from the operations. */
export function describeOperations(operations: readonly Operation[]) {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  const inUse = new Set(operations.flatMap(({ scopes }) => scopes));
  for (const scope of SCOPES.filter((known) => inUse.has(known)))
    registry.registerComponent('securitySchemes', schemeOf(scope), {
      type: 'http',
      scheme: 'bearer',
      description: `An admin key with the scope \`${scope}\`.`,
    });
  for (const operation of operations) {
    const content = operation.answer
      ? json(operation.answer)
      : operation.media
        ? { [operation.media]: { schema: binary } }
        : undefined;
    registry.registerPath({
      method: operation.method.toLowerCase() as Lowercase<Operation['method']>,
      path: ADMIN_PATH + operation.path,
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      description: [
        `Requires a key with the scope ${operation.scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
        ...(operation.rules ?? []),
      ].join(' '),
      // Tools treat a list of requirements as alternatives.
      security: operation.scopes.map((scope) => ({ [schemeOf(scope)]: [] })),
      request: {
        ...(operation.params && { params: operation.params }),
        ...(operation.query && { query: operation.query }),
        ...(operation.headers && { headers: operation.headers }),
        ...(operation.body && { body: { required: true, content: json(operation.body) } }),
      },
      responses: {
        [operation.status]: {
          description: operation.status === 204 ? 'Done' : operation.summary,
          ...(content && { content }),
        },
        ...PROBLEMS,
        ...(operation.body && BODY_PROBLEMS),
        ...((operation.body || operation.params) && { 422: VALUE_PROBLEM }),
        ...(operation.answeredBy === 'relay'
          ? { 503: STORE_PROBLEM, ...(operation.params && { 404: UNKNOWN_PROBLEM }) }
          : UPSTREAM_PROBLEMS),
        ...(operation.media?.startsWith('audio/') && rangeAnswers(operation.media)),
      },
    });
  }
  registry.registerPath({
    method: 'post',
    path: `${ADMIN_PATH}/webhooks/{name}`,
    operationId: 'receiveWebhook',
    tags: [WEBHOOKS_TAG],
    summary: 'Receive a webhook of the platform',
    description:
      'Needs a valid signature instead of a key. The secret of this name in `FOYER_WEBHOOK_SECRETS` verifies it. A repeated webhook gets the same answer and has no effect.',
    security: [],
    request: {
      params: z.object({ name: z.string().describe('A name in `FOYER_WEBHOOK_SECRETS`.') }),
      headers: z.object({
        ...eitherOf(['x-service-timestamp', 'x-polyai-timestamp'], 'Unix seconds.'),
        ...eitherOf(
          ['x-service-signature', 'x-polyai-signature'],
          'HMAC-SHA256 of `{timestamp}.{body}` in hexadecimal.',
        ),
      }),
      body: { required: true, content: json(z.looseObject({})) },
    },
    responses: {
      200: { description: 'Received', content: json(z.object({ received: z.literal(true) })) },
      400: failure('The body is not a webhook'),
      401: failure('The signature is missing, wrong or too old'),
      413: failure('The body is too large'),
      429: PROBLEMS[429],
      408: PROBLEMS[408],
      431: PROBLEMS[431],
      500: PROBLEMS[500],
      503: failure('The store of the relay is unavailable, or the secret is being replaced'),
    },
  });
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Foyer relay, admin side',
      version: INTERFACE_VERSION,
      description:
        'Operations for operators. Every call needs an admin key as bearer token; errors are `application/problem+json`. Without the scope `pii` the digits of phone numbers are masked except the last two, the `state` of conversations and the data of handoffs are null, and recordings are the redacted ones.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      contact: { name: 'The Foyer authors', url: 'https://github.com/foyer-chat/foyer' },
    },
    servers: [{ url: '/', description: 'This relay' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
}
