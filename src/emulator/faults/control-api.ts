import { Hono } from 'hono';
import { isSameSecret } from '../../base/same-secret.ts';
import { type Bindings, createRefuse, FOREIGN_HOST, isOwnHost } from '../http/control-guard.ts';
import { readBody } from '../http/request-input.ts';
import { methodNotAllowed, REST_ERRORS, type RestError } from '../http/rest-error.ts';
import type { ControlAccess, Settings } from '../model/settings.ts';
import type { Faults } from './faults.ts';
import { faultRequest } from './injected-fault.ts';

interface ControlPorts extends Pick<Settings, 'listen' | 'log'> {
  readonly faults: Pick<Faults, 'add' | 'active' | 'remove' | 'clear'>;
}

const MAX_ACTIVE = 100;

const REFUSED = {
  origin: { status: 403, code: 'FORBIDDEN', message: 'Pages of this origin may not order faults' },
  key: {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'Send the control key as Authorization: Bearer <key>',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  unknownFault: { status: 404, code: 'NOT_FOUND', message: 'No fault of this id is in force' },
  tooMany: {
    status: 409,
    code: 'RESOURCE_LIMIT_EXCEEDED',
    message: `At most ${MAX_ACTIVE} faults may be in force; DELETE /control/faults removes them`,
  },
} as const satisfies Record<string, RestError>;

/** The HTTP API that injects, lists and removes faults (S-91). Undefined without a control key. */
export function createControlApi(
  { controlKey, controlOrigins: origins = [] }: ControlAccess,
  { listen, faults, log }: ControlPorts,
): Hono<Bindings> | undefined {
  if (controlKey === undefined) return undefined;
  const app = new Hono<Bindings>();
  const refuse = createRefuse(log);

  app.use(async (context, next) => {
    await next();
    const origin = context.req.header('Origin');
    if (origin === undefined || !origins.includes(origin)) return;
    context.header('Access-Control-Allow-Origin', origin);
    context.header('Vary', 'Origin');
  });

  app.use(async (context, next) => {
    const origin = context.req.header('Origin');
    if (!isOwnHost(context, listen)) return refuse(context, FOREIGN_HOST);
    if (origin !== undefined && !origins.includes(origin)) return refuse(context, REFUSED.origin);
    // A preflight request carries no key.
    if (context.req.method === 'OPTIONS') {
      context.header('Access-Control-Allow-Methods', 'GET, POST, DELETE');
      context.header('Access-Control-Allow-Headers', 'Authorization, Content-Type');
      return context.body(null, 204);
    }
    const sent = /^bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
    if (sent === undefined || !isSameSecret(sent, controlKey)) return refuse(context, REFUSED.key);
    return next();
  });

  app.get('/faults', (context) => context.json({ active: faults.active() }));

  app.post('/faults', async (context) => {
    const body = await readBody(context.req.raw, faultRequest);
    if (!body.ok) return refuse(context, body.error);
    if (faults.active().length + body.value.length > MAX_ACTIVE) return refuse(context, REFUSED.tooMany);
    const added = faults.add(body.value);
    return context.json({ added, active: faults.active() }, 201);
  });

  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });

  app.delete('/faults/:id', (context) =>
    faults.remove(context.req.param('id')) ? context.body(null, 204) : refuse(context, REFUSED.unknownFault),
  );

  app.all('/faults', (context) => refuse(context, methodNotAllowed('GET, POST, DELETE')));
  app.all('/faults/:id', (context) => refuse(context, methodNotAllowed('DELETE')));
  app.all('*', (context) => refuse(context, REST_ERRORS.notFound));
  return app;
}
