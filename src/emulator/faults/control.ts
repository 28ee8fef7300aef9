import { Hono } from 'hono';
import { type Bindings, createRefusal, FOREIGN_HOST, isOwnHost } from '../guard.ts';
import { FAULTS, type Fault, wrongMethod } from '../rest/fault.ts';
import { readBody } from '../rest/input.ts';
import { isSame } from '../tokens.ts';
import type { Faults } from './index.ts';
import { faultRequest } from './injected-fault.ts';

interface ControlOptions {
  /** Who has it may order faults. */
  readonly controlKey?: string | undefined;
  /** Pages that may ask from a browser. */
  readonly controlOrigins?: readonly string[] | undefined;
}

interface ControlPorts {
  /** The address that the platform was told to bind. */
  readonly listen: string;
  readonly faults: Pick<Faults, 'add' | 'active' | 'remove' | 'clear'>;
  log(line: string): void;
}

export const CONTROL_PATH = '/control';

export const LEAST_KEY = 16;
const MOST_ACTIVE = 100;

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
    message: `At most ${MOST_ACTIVE} faults may be in force; DELETE /control/faults removes them`,
  },
} as const satisfies Record<string, Fault>;

/** Throws when the key could be guessed. */
export function checkControlKey(key: string | undefined): void {
  if (key !== undefined && key.length < LEAST_KEY)
    throw new Error(`the control key has fewer than ${LEAST_KEY} characters`);
}

/** Orders, shows and removes faults over HTTP for whoever has the key; undefined without one. */
export function createControl(
  { controlKey, controlOrigins: origins = [] }: ControlOptions,
  { listen, faults, log }: ControlPorts,
): Hono<Bindings> | undefined {
  if (controlKey === undefined) return undefined;
  const app = new Hono<Bindings>();
  const refuse = createRefusal(log);

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
    // The browser asks without the key whether the page may send it.
    if (context.req.method === 'OPTIONS') {
      context.header('Access-Control-Allow-Methods', 'GET, POST, DELETE');
      context.header('Access-Control-Allow-Headers', 'Authorization, Content-Type');
      return context.body(null, 204);
    }
    const sent = /^bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
    if (sent === undefined || !isSame(sent, controlKey)) return refuse(context, REFUSED.key);
    return next();
  });

  app.get('/faults', (context) => context.json({ active: faults.active() }));

  app.post('/faults', async (context) => {
    const body = await readBody(context.req.raw, faultRequest);
    if (!body.ok) return refuse(context, body.error);
    if (faults.active().length + body.value.length > MOST_ACTIVE) return refuse(context, REFUSED.tooMany);
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

  app.all('/faults', (context) => refuse(context, wrongMethod('GET, POST, DELETE')));
  app.all('/faults/:id', (context) => refuse(context, wrongMethod('DELETE')));
  app.all('*', (context) => refuse(context, FAULTS.notFound));
  return app;
}
