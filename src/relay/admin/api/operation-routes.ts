import type { Hono } from 'hono';
import { type Handler, type Method, type RelayEnv, route } from '../../http/request-context.ts';
import type { Operation } from './operation.ts';
import type { CallOperation } from './operation-call.ts';

export const ADMIN_PATH = '/admin/v1';

/** Adds the routes of the operations. */
export function addOperationRoutes(
  app: Hono<RelayEnv>,
  operations: readonly Operation[],
  call: CallOperation,
): void {
  const handlerOf =
    (operation: Operation): Handler =>
    (c) =>
      call(operation, { env: c.env, request: c.req.raw, params: c.req.param() });
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const ofPath = operations.filter((operation) => operation.path === path);
    const handlers = ofPath.map((operation) => [operation.method, handlerOf(operation)] as const);
    const pattern = ADMIN_PATH + path.replace(/\{(\w+)\}/g, ':$1');
    route(app, pattern, Object.fromEntries(handlers) as Partial<Record<Method, Handler>>);
  }
}
