import * as z from 'zod';
import type { Clock } from '../../../base/clock.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { readBody, readQuery } from '../../http/request-input.ts';
import { type ErrorFormat, forbidden, REST_ERRORS, type RestError } from '../../http/rest-error.ts';
import type { Caller, Family, Permission } from '../../model/keys.ts';
import {
  type Branch,
  bareAccountId,
  bareProjectId,
  MAIN_BRANCH,
  type Project,
  WORKING_BRANCH,
} from '../../model/project.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Store } from '../../store/store.ts';

export type Reply =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly body: object }
  /** A stream of bytes or of JSON. */
  | {
      readonly kind: 'stream';
      readonly status: 200 | 206;
      readonly stream: ReadableStream<Uint8Array>;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty'; readonly status: 204 };

export const reply = (body: object, status: 200 | 201 = 200): Result<Reply, never> =>
  ok({ kind: 'json', status, body });
export const noContent: Result<Reply, never> = ok({ kind: 'empty', status: 204 });

type Params = Readonly<Record<string, string>>;

/** Resolves the path parameters among the resources that the caller may see. */
export type Find<Where> = (caller: Caller, params: Params) => Result<Where, RestError>;

/** Schemas and handler of one operation of docs/rest.md. */
interface RouteDefinition<Where, Query, Body> {
  /** Default: any parameter is refused. */
  readonly query?: z.ZodType<Query>;
  /** Default: the body is ignored. */
  readonly body?: z.ZodType<Body>;
  run(input: {
    where: Where;
    caller: Caller;
    query: Query;
    body: Body;
    headers: Headers;
  }): Result<Reply, RestError> | Promise<Result<Reply, RestError>>;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  answer(caller: Caller, params: Params, request: Request): Promise<Result<Reply, RestError>>;
}

/** Dependencies of the routes of both hosts. */
export interface RoutePorts {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Origin of the base host. */
  readonly baseUrl: string;
  readonly allowLoopbackWebhooks: boolean;
  now(): number;
}

/** Routes that share a key family and an error format. */
export interface RouteGroup {
  readonly family: Family;
  readonly errorFormat: ErrorFormat;
  readonly routes: readonly Route[];
}

const NO_QUERY = z.strictObject({});

/** Makes a route. The path is resolved before the input is validated, so a 400 reveals nothing about other projects. */
export function route<Where, Query, Body>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  find: Find<Where>,
  definition: RouteDefinition<Where, Query, Body>,
): Route {
  return {
    method,
    path,
    async answer(caller, params, request) {
      const where = find(caller, params);
      if (!where.ok) return where;
      // Without a schema the type of the query is `unknown`, so `run` cannot use it.
      const query = readQuery<unknown>(request.url, definition.query ?? NO_QUERY) as Result<Query, RestError>;
      if (!query.ok) return query;
      const body = definition.body ? await readBody(request, definition.body) : ok(undefined as Body);
      if (!body.ok) return body;
      const { headers } = request;
      return await definition.run({
        where: where.value,
        caller,
        query: query.value,
        body: body.value,
        headers,
      });
    },
  };
}

/** Finds something of a resource, such as a conversation of a project; undefined: there is none. */
export const findIn =
  <Where, Found>(
    find: Find<Where>,
    of: (where: Where, params: Params) => Found | undefined,
    notFound: RestError = REST_ERRORS.notFound,
  ): Find<Found> =>
  (caller, params) => {
    const where = find(caller, params);
    if (!where.ok) return where;
    const found = of(where.value, params);
    return found === undefined ? err(notFound) : ok(found);
  };

export const findAccount = (caller: Caller): Result<string, RestError> => ok(caller.accountId);

/** a project of another key is 404, never 403. */
export function findProject(caller: Caller, params: Params): Result<Project, RestError> {
  const { account_id: accountId, project_id: projectId = params['agent_id'] ?? '' } = params;
  if (accountId !== undefined && bareAccountId(accountId) !== caller.accountId)
    return err(REST_ERRORS.notFound);
  if (!caller.mayUse(projectId)) return err(REST_ERRORS.notFound);
  return ok({ accountId: caller.accountId, projectId: bareProjectId(projectId) });
}

/** a project, for keys with a permission. A foreign project is still 404. */
export const findPermittedProject =
  (permission: Permission) =>
  (caller: Caller, params: Params): Result<Project, RestError> => {
    const project = findProject(caller, params);
    return project.ok && !caller.may(permission) ? err(forbidden(permission)) : project;
  };
/** a project, for keys of the older conversations. */
export function findOlderConversationsProject(caller: Caller, params: Params): Result<Project, RestError> {
  const project = findProject(caller, params);
  if (!project.ok || caller.may('conversations:v1v2')) return project;
  return err(forbidden(caller.may('conversations') ? 'conversations:v1v2' : 'conversations'));
}
/** the account, for keys with a permission. */
export const findPermittedAccount =
  (permission: Permission) =>
  (caller: Caller): Result<string, RestError> =>
    caller.may(permission) ? ok(caller.accountId) : err(forbidden(permission));
export const findConversationsProject = findPermittedProject('conversations');

/** The branches of every agent. */
const BRANCHES = [MAIN_BRANCH, WORKING_BRANCH];

export function findBranch(caller: Caller, params: Params): Result<Branch, RestError> {
  const project = findProject(caller, params);
  if (!project.ok) return project;
  const { branch_id: branchId = '' } = params;
  return BRANCHES.includes(branchId) ? ok({ ...project.value, branchId }) : err(REST_ERRORS.notFound);
}
