import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { err, ok, type Result } from '../../base/result.ts';
import type { Caller, Family, Keyring } from '../keys.ts';
import type { Refusal } from '../refusals.ts';
import { FAULTS, type Fault, type Wording, wrongMethod } from './fault.ts';
import type { Area, Route } from './route.ts';

export interface RestPorts {
  readonly keyring: Keyring;
  /** A refusal that was ordered for this call. */
  ordered(
    family: Family,
    call: { readonly method: string; readonly path: string; readonly url: string },
  ): Refusal | undefined;
  log(line: string): void;
}

/** spec, Authentication; the published description of outbound calling has another name for its header. */
const KEY_HEADERS: Record<Family, readonly string[]> = {
  base: ['X-API-KEY'],
  platform: ['X-API-KEY'],
  outbound: ['X-Service-Auth-Token', 'X-PolyAi-Auth-Token'],
};

type Env = { Variables: { correlationId: string } };

const orderedFault = ({ status, text, retryAfterSeconds }: Refusal): Fault => ({
  status,
  code: `HTTP_${status}`,
  message: text,
  ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
});

/** How a call is called in the log: as it was spelled, so that it stays on its line. */
const nameOf = ({ req }: Context<Env>): string => `${req.method} ${new URL(req.url).pathname}`.slice(0, 512);

/** One REST host: its areas under its keys, each refusing in its own words. */
export function createRestApp(
  areas: readonly [Area, ...Area[]],
  { keyring, ordered, log }: RestPorts,
): Hono<Env> {
  const app = new Hono<Env>();

  function refuse(context: Context<Env>, wording: Wording, fault: Fault) {
    log(`${nameOf(context)} refused: ${fault.status} ${fault.message}`);
    const correlationId = context.get('correlationId');
    return new Response(JSON.stringify(wording(fault, correlationId)), {
      status: fault.status,
      headers: { 'Content-Type': 'application/json', ...fault.headers },
    });
  }

  function callerOf(context: Context<Env>, family: Family): Result<Caller, Fault> {
    const key = KEY_HEADERS[family].map((name) => context.req.header(name)).find((it) => it);
    if (!key) return err(FAULTS.missingKey);
    const caller = keyring.callerOf(family, key);
    return caller ? ok(caller) : err(FAULTS.invalidKey);
  }

  app.use(async (context, next) => {
    context.set('correlationId', randomUUID());
    await next();
    context.header('X-PolyAI-Correlation-Id', context.get('correlationId'));
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });

  for (const { family, wording, routes } of areas) {
    const byPath = new Map<string, Route[]>();
    for (const it of routes) byPath.set(it.path, [...(byPath.get(it.path) ?? []), it]);

    for (const [path, operations] of byPath) {
      app.all(path, async (context) => {
        const refusal = ordered(family, context.req);
        if (refusal) return refuse(context, wording, orderedFault(refusal));
        const caller = callerOf(context, family);
        if (!caller.ok) return refuse(context, wording, caller.error);
        const { method } = context.req;
        const operation = operations.find((it) => it.method === (method === 'HEAD' ? 'GET' : method));
        const allow = operations.map((it) => it.method).join(', ');
        if (!operation) return refuse(context, wording, wrongMethod(allow));
        try {
          const outcome = await operation.answer(caller.value, context.req.param(), context.req.raw);
          if (!outcome.ok) return refuse(context, wording, outcome.error);
          const { value } = outcome;
          if (value.status === 204) return context.body(null, 204);
          if ('stream' in value) return context.body(value.stream, value.status, { ...value.headers });
          return context.json(value.body, value.status);
        } catch (error) {
          log(`${nameOf(context)} failed: ${error instanceof Error ? error.message : String(error)}`);
          return refuse(context, wording, FAULTS.internal);
        }
      });
    }
  }

  app.notFound((context) => refuse(context as Context<Env>, areas[0].wording, FAULTS.notFound));
  return app;
}
