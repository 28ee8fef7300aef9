import type { Hono } from 'hono';
import type { Failure } from '../problem.ts';
import { type Handler, type Method, type RelayEnv, route } from '../routing.ts';
import type { Access } from './access.ts';
import { isWrite, type Operation } from './operation.ts';
import { readInput } from './read-input.ts';

export const ADMIN_PATH = '/admin/v1';

/** Adds the routes of operations: nobody gets as far as an operation without a key that has its scope. */
export function addOperations(app: Hono<RelayEnv>, operations: readonly Operation[], access: Access): void {
  const handlerOf =
    (operation: Operation): Handler =>
    async (c) => {
      const { env } = c;
      const request = c.req.raw;
      const params = c.req.param();
      const admitted = await access.admit(request, operation.scopes, env.client);
      if (!admitted.ok) {
        if (isWrite(operation) && admitted.error.failed === 'forbidden') {
          env.log.warn({ audit: operation.id, target: params, outcome: 'forbidden' }, 'audit');
        }
        return admitted;
      }
      env.who = admitted.value.name;
      const input = await readInput(operation, request, params);
      let outcome: Failure['failed'] | number = 'internal';
      try {
        const result = input.ok
          ? await operation.perform({ ...input.value, signal: request.signal, log: env.log })
          : input;
        outcome = result.ok ? result.value.status : result.error.failed;
        return result;
      } finally {
        // Who, what, to what and how it came out; never what was in it (S-87). The time and the request id are the record's.
        if (isWrite(operation)) {
          env.log.info({ audit: operation.id, who: env.who, target: params, outcome }, 'audit');
        }
      }
    };

  for (const path of new Set(operations.map((it) => it.path))) {
    const ofPath = operations.filter((it) => it.path === path);
    const handlers = ofPath.map((it) => [it.method, handlerOf(it)] as const);
    const pattern = ADMIN_PATH + path.replace(/\{(\w+)\}/g, ':$1');
    route(app, pattern, Object.fromEntries(handlers) as Partial<Record<Method, Handler>>);
  }
}
