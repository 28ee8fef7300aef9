import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { PROBLEM_TYPE } from '../../protocol/relay.ts';
import type { Operation } from './operation.ts';
import { ADMIN_PATH } from './routes.ts';

const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    code: z.string().meta({ description: "Stable. In capitals where it is the platform's own." }),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    request_id: z.string(),
    upstream: z.object({ status: z.int(), error_id: z.string().optional() }).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457.' });

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const failure = (description: string) => ({ description, content: { [PROBLEM_TYPE]: { schema: problem } } });

const PROBLEMS = {
  400: failure('The request breaks a rule; `errors` has an entry for each'),
  401: failure('No admin key, or none that is known'),
  403: failure('The admin key lacks the scope'),
  429: failure('Too many requests; `Retry-After` says for how long'),
};
const UPSTREAM_PROBLEMS = {
  502: failure('The platform failed, or refused the configured key'),
  503: failure('The platform cannot be reached, or is not configured'),
  504: failure('The platform did not answer in time'),
};

export type OpenApiDocument = ReturnType<typeof describeOperations>;

/** The OpenAPI 3.1 document of the admin side, made from the operations themselves. */
export function describeOperations(operations: readonly Operation[], version: string) {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'adminKey', { type: 'http', scheme: 'bearer' });
  for (const it of operations) {
    const content = it.answer ? json(it.answer) : it.media ? { [it.media]: { schema: z.any() } } : undefined;
    registry.registerPath({
      method: it.method.toLowerCase() as Lowercase<Operation['method']>,
      path: ADMIN_PATH + it.path,
      operationId: it.id,
      tags: [it.tag],
      summary: it.summary,
      description: `Needs a key with the scope ${it.scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
      security: [{ adminKey: [...it.scopes] }],
      request: {
        ...(it.params && { params: it.params }),
        ...(it.query && { query: it.query }),
        ...(it.headers && { headers: it.headers }),
        ...(it.body && { body: { required: true, content: json(it.body) } }),
      },
      responses: {
        [it.status]: { description: it.status === 204 ? 'Done' : it.summary, ...(content && { content }) },
        ...PROBLEMS,
        ...UPSTREAM_PROBLEMS,
      },
    });
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Foyer relay, admin side',
      version,
      description:
        'What operators do through the relay. Every call carries an admin key as a bearer token; errors are `application/problem+json`.',
    },
  });
}
