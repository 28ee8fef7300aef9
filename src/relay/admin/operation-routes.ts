import type { Hono } from 'hono';
import { err, ok } from '../../base/result.ts';
import { type Handler, type Method, type RelayEnv, route } from '../request-context.ts';
import type { Access } from './access.ts';
import type { Audit, AuditEntry, AuditKind } from './audit.ts';
import { bindingIssue, type Configured } from './key-binding.ts';
import { type Operation, OVERRIDES } from './operation.ts';
import { redactAnswer } from './personal-data.ts';
import { readInput } from './read-input.ts';

export const ADMIN_PATH = '/admin/v1';

/** Longest value of a path in an audit record. Valid ones are shorter; headers allow 16 KB. */
const MAX_TARGET_LENGTH = 512;

const targetOf = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(params).map(([name, it]) => [name, it.slice(0, MAX_TARGET_LENGTH)]));

/** The accounts, projects, agents and branches that a query names. */
const idsOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    OVERRIDES.flatMap((name) => {
      const id = query[name];
      return typeof id === 'string' ? [[name, id]] : [];
    }),
  );

/** A key that may only read may call it, whatever its method: then it changes nothing. */
const kindOf = ({ method, scopes }: Operation): AuditKind =>
  method === 'GET' || scopes.includes('read') ? 'read' : 'change';

export interface OperationPorts {
  readonly access: Access;
  readonly audit: Audit;
  readonly configured: Configured;
}

/** Adds the routes of the operations. Each requires an actor with one of its scopes. */
export function addOperationRoutes(
  app: Hono<RelayEnv>,
  operations: readonly Operation[],
  { access, audit, configured }: OperationPorts,
): void {
  const handlerOf =
    (operation: Operation): Handler =>
    async (c) => {
      const { env } = c;
      const request = c.req.raw;
      const params = c.req.param();
      const call = {
        requestId: env.requestId,
        operation: operation.id,
        kind: kindOf(operation),
        client: env.client,
      };
      const authorized = await access.authorize(
        access.credentialOf(request, env.peer),
        operation.scopes,
        env.client,
      );
      if (!authorized.ok) {
        const { error } = authorized;
        if (error.failed === 'forbidden' || error.failed === 'not-of-console') {
          env.who = error.who;
          audit.record({ ...call, who: error.who, target: targetOf(params), outcome: error.failed });
        }
        return authorized;
      }
      const { name: who, scopes } = authorized.value;
      const seesPersonalData = scopes.includes('pii');
      env.who = who;
      const input = await readInput(operation, request, params);
      let outcome: AuditEntry['outcome'] = 'internal';
      try {
        const issue = input.ok && bindingIssue(authorized.value, operation, input.value, configured);
        const result = issue
          ? err(issue)
          : input.ok
            ? await operation.perform({
                ...input.value,
                who,
                seesPersonalData,
                signal: request.signal,
                log: env.log,
              })
            : input;
        // Nobody reads the body of an answer to HEAD, so a stream would never end.
        if (result.ok && request.method === 'HEAD') await result.value.body?.cancel();
        outcome = result.ok ? result.value.status : result.error.failed;
        if (!result.ok || seesPersonalData) return result;
        return ok(redactAnswer(result.value, operation.hiddenWithoutPii));
      } finally {
        const target = { ...targetOf(params), ...(input.ok && idsOf(input.value.query)) };
        audit.record({ ...call, who, target, outcome });
      }
    };

  for (const path of new Set(operations.map((it) => it.path))) {
    const ofPath = operations.filter((it) => it.path === path);
    const handlers = ofPath.map((it) => [it.method, handlerOf(it)] as const);
    const pattern = ADMIN_PATH + path.replace(/\{(\w+)\}/g, ':$1');
    route(app, pattern, Object.fromEntries(handlers) as Partial<Record<Method, Handler>>);
  }
}
