import { queryParameters } from '../../../base/query-parameters.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Failure } from '../../http/problem.ts';
import { createBodyReader } from '../../http/read-body.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Services } from '../../services/services.ts';
import type { Site } from '../../site/site.ts';
import type { Sites } from '../../site/sites.ts';
import type { Access } from '../access/access.ts';
import type { Audit, AuditEntry, AuditKind } from '../journals/audit.ts';
import { redactAnswer } from '../journals/personal-data.ts';
import { chooseSite, SITE_PARAMETER } from './choose-site.ts';
import { bindingIssue } from './key-binding.ts';
import { type Operation, OVERRIDES } from './operation.ts';
import { readInput } from './read-input.ts';

/** Longest path value in an audit record. Valid ones are shorter; headers allow 16 KB. */
const MAX_TARGET_LENGTH = 512;

const targetOf = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.slice(0, MAX_TARGET_LENGTH)]),
  );

/** The accounts, projects, agents and branches in a query. */
const idsOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    OVERRIDES.flatMap((name) => {
      const id = query[name];
      return typeof id === 'string' ? [[name, id]] : [];
    }),
  );

/** A key with `read` may call it, whatever its method: it changes nothing then. */
const kindOf = ({ method, scopes }: Operation): AuditKind =>
  method === 'GET' || scopes.includes('read') ? 'read' : 'change';

/** A site with its operations. */
export interface SiteWithOperations extends Site {
  readonly admin: {
    readonly audit: Pick<Audit, 'record'>;
    readonly operations: readonly Operation[];
    readonly operationsById: ReadonlyMap<string, Operation>;
  };
}

export interface OperationPorts extends Pick<Services, 'clock'> {
  readonly access: Access;
  readonly sites: Pick<Sites<SiteWithOperations>, 'all'>;
}

/** A request for an operation, by its own route or from an assistant. */
export interface OperationRequest {
  readonly env: RequestContext;
  readonly request: Request;
  /** The values of the path, not checked yet. */
  readonly params: Readonly<Record<string, string>>;
}

export type CallOperation = (
  operation: Operation,
  request: OperationRequest,
) => Promise<Result<Response, Failure>>;

/** Returns a function that authorises, validates, performs, redacts and records one call. Each belongs to one site. */
export function createOperationCall({ access, sites, clock }: OperationPorts): CallOperation {
  // No memory budget: callers are authenticated.
  const readBody = createBodyReader(Number.POSITIVE_INFINITY, clock);
  /** Records a call that is refused before its site is known, at each possible site. */
  function recordRefused(request: Request, site: string | undefined, entry: AuditEntry): void {
    const all = sites.all();
    const chosen = chooseSite(request, { site }, all);
    for (const { admin } of chosen.ok
      ? [chosen.value]
      : all.filter((candidate) => (site ?? candidate.site.name) === candidate.site.name))
      admin.audit.record(entry);
  }

  return async (operation, { env, request, params }) => {
    const call = {
      requestId: env.requestId,
      operation: operation.id,
      kind: kindOf(operation),
      client: env.client,
      ...(env.via && { via: env.via }),
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
        recordRefused(request, error.site, {
          ...call,
          who: error.who,
          door: error.door,
          target: targetOf(params),
          outcome: error.failed,
        });
      }
      return authorized;
    }
    const { name: who, scopes, door } = authorized.value;
    const seesPersonalData = scopes.includes('pii');
    env.who = who;
    const chosen = chooseSite(request, authorized.value, sites.all());
    if (!chosen.ok) {
      const target = targetOf(params);
      recordRefused(request, authorized.value.site, {
        ...call,
        who,
        door,
        target,
        outcome: chosen.error.failed,
      });
      return chosen;
    }
    const { site, admin } = chosen.value;
    if (site.name !== '') env.site = site.name;
    const sent = queryParameters(new URL(request.url).searchParams);
    const { [SITE_PARAMETER]: _, ...ofOperation } = sent;
    // Without site names it is an unknown parameter like others.
    const query = site.name === '' ? sent : ofOperation;
    const input = await readInput(operation, request, params, query, readBody);
    let outcome: AuditEntry['outcome'] = 'internal';
    try {
      const performer = admin.operationsById.get(operation.id);
      // Do not fall back to an operation of another site.
      if (!performer) throw new Error(`the site has no operation ${operation.id}`);
      const issue = input.ok && bindingIssue(authorized.value, operation, input.value, site);
      const result = issue
        ? err(issue)
        : input.ok
          ? await performer.perform({
              ...input.value,
              who,
              seesPersonalData,
              signal: request.signal,
              log: env.log,
            })
          : input;
      // Nobody reads the body of an answer to HEAD. A stream would never end.
      if (result.ok && request.method === 'HEAD') await result.value.body?.cancel();
      outcome = result.ok ? result.value.status : result.error.failed;
      if (!result.ok || seesPersonalData) return result;
      return ok(redactAnswer(result.value, operation.hiddenWithoutPii));
    } finally {
      const target = {
        ...targetOf(params),
        ...(input.ok && { ...operation.subject?.(input.value), ...idsOf(input.value.query) }),
      };
      admin.audit.record({ ...call, who, door, target, outcome });
    }
  };
}
