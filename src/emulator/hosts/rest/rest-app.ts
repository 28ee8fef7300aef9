import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { err, ok, type Result } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Refusal } from '../../http/refusals.ts';
import { type ErrorFormat, methodNotAllowed, REST_ERRORS, type RestError } from '../../http/rest-error.ts';
import type { Caller, Family, Keyring } from '../../model/keys.ts';
import type { Reply, Route, RouteGroup } from './route.ts';

export interface RestPorts {
  readonly keyring: Keyring;
  readonly dialect: Dialect;
  readonly injectedRefusal: Faults['refuseCall'];
  log(line: string): void;
}

/** Key header of each family. For outbound calls it depends on the dialect, and the other one is not read (M-1.9). */
const keyHeader = (family: Family, dialect: Dialect): string => {
  if (family !== 'outbound') return 'X-API-KEY';
  return dialect === 'poly' ? 'X-PolyAi-Auth-Token' : 'X-Service-Auth-Token';
};

type Env = { Variables: { correlationId: string } };

const injectedError = ({ status, text, retryAfterSeconds }: Refusal): RestError => ({
  status,
  code: `HTTP_${status}`,
  message: text,
  ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
});

/** Name of a call in the log. The path stays percent-encoded, so it cannot break the line. */
const callName = ({ req }: Context<Env>): string =>
  `${req.method} ${new URL(req.url).pathname}`.slice(0, 512);

function respond(context: Context<Env>, reply: Reply): Response {
  switch (reply.kind) {
    case 'json':
      return context.json(reply.body, reply.status);
    case 'stream':
      return context.body(reply.stream, reply.status, { ...reply.headers });
    case 'empty':
      return context.body(null, reply.status);
    default:
      return unreachable(reply);
  }
}

/** The app of one REST host. Each route group has its own key family and error format. */
export function createRestApp(
  routeGroups: readonly [RouteGroup, ...RouteGroup[]],
  { keyring, dialect, injectedRefusal, log }: RestPorts,
): Hono<Env> {
  const app = new Hono<Env>();

  function refuse(context: Context<Env>, errorFormat: ErrorFormat, error: RestError) {
    log(`${callName(context)} refused: ${error.status} ${error.message}`);
    const correlationId = context.get('correlationId');
    return new Response(JSON.stringify(errorFormat(error, correlationId)), {
      status: error.status,
      headers: { 'Content-Type': 'application/json', ...error.headers },
    });
  }

  function callerOf(context: Context<Env>, family: Family): Result<Caller, RestError> {
    const key = context.req.header(keyHeader(family, dialect));
    if (!key) return err(REST_ERRORS.missingKey);
    const caller = keyring.callerOf(family, key);
    return caller ? ok(caller) : err(REST_ERRORS.invalidKey);
  }

  app.use(async (context, next) => {
    context.set('correlationId', randomUUID());
    await next();
    context.header('X-PolyAI-Correlation-Id', context.get('correlationId'));
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });

  for (const { family, errorFormat, routes } of routeGroups) {
    const byPath = new Map<string, Route[]>();
    for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);

    for (const [path, routesOfPath] of byPath) {
      app.all(path, async (context) => {
        const refusal = injectedRefusal(family, context.req);
        if (refusal) return refuse(context, errorFormat, injectedError(refusal));
        const caller = callerOf(context, family);
        if (!caller.ok) return refuse(context, errorFormat, caller.error);
        const { method } = context.req;
        const route = routesOfPath.find(
          (candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method),
        );
        const allow = routesOfPath.map((candidate) => candidate.method).join(', ');
        if (!route) return refuse(context, errorFormat, methodNotAllowed(allow));
        try {
          const outcome = await route.answer(caller.value, context.req.param(), context.req.raw);
          return outcome.ok ? respond(context, outcome.value) : refuse(context, errorFormat, outcome.error);
        } catch (error) {
          log(`${callName(context)} failed: ${error instanceof Error ? error.message : String(error)}`);
          return refuse(context, errorFormat, REST_ERRORS.internal);
        }
      });
    }
  }

  app.notFound((context) =>
    refuse(context as Context<Env>, routeGroups[0].errorFormat, REST_ERRORS.notFound),
  );
  return app;
}
