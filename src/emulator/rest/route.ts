import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import {
  type Branch,
  bareAccountId,
  bareProjectId,
  type Caller,
  type Family,
  type Permission,
  type Project,
} from '../keys.ts';
import { FAULTS, type Fault, forbidden, type Wording } from './fault.ts';
import { readBody, readQuery } from './input.ts';

export type Reply =
  | { readonly status: 200 | 201; readonly body: object }
  /** Anything but JSON, or JSON that is sent as it is made. */
  | {
      readonly status: 200 | 206;
      readonly stream: ReadableStream<Uint8Array>;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Without a body. */
  | { readonly status: 204 };

export const reply = (body: object, status: 200 | 201 = 200): Result<Reply, never> => ok({ status, body });
export const nothing: Result<Reply, never> = ok({ status: 204 });

type Params = Readonly<Record<string, string>>;

/** One operation of the specification. */
interface Operation<Where, Query, Body> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** What the address names, among what the caller may see. */
  find(caller: Caller, params: Params): Result<Where, Fault>;
  /** Default: no parameter is known. */
  readonly query?: z.ZodType<Query>;
  /** Default: a body is not looked at. */
  readonly body?: z.ZodType<Body>;
  run(input: {
    where: Where;
    caller: Caller;
    query: Query;
    body: Body;
    headers: Headers;
  }): Result<Reply, Fault>;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  answer(caller: Caller, params: Params, request: Request): Promise<Result<Reply, Fault>>;
}

/** Routes that share a key and a wording. */
export interface Area {
  readonly family: Family;
  readonly wording: Wording;
  readonly routes: readonly Route[];
}

const NO_QUERY = z.strictObject({});

/** What an address names is looked for before what was sent is read: nobody learns of what is not theirs. */
export function route<Where, Query, Body>(operation: Operation<Where, Query, Body>): Route {
  const { method, path, find, run } = operation;
  return {
    method,
    path,
    async answer(caller, params, request) {
      const where = find(caller, params);
      if (!where.ok) return where;
      // What has no schema is never looked at by `run`, whose type for it is then unknown.
      const query = readQuery<unknown>(request.url, operation.query ?? NO_QUERY) as Result<Query, Fault>;
      if (!query.ok) return query;
      const body = operation.body ? await readBody(request, operation.body) : ok(undefined as Body);
      if (!body.ok) return body;
      const { headers } = request;
      return run({ where: where.value, caller, query: query.value, body: body.value, headers });
    },
  };
}

export const inAccount = (caller: Caller): Result<string, Fault> => ok(caller.accountId);

/** A project that the key does not hold for is not there: 404, never 403. */
function inProject(caller: Caller, params: Params): Result<Project, Fault> {
  const { account_id: accountId, project_id: projectId = params['agent_id'] ?? '' } = params;
  if (accountId !== undefined && bareAccountId(accountId) !== caller.accountId) return err(FAULTS.notFound);
  if (!caller.mayUse(projectId)) return err(FAULTS.notFound);
  return ok({ accountId: caller.accountId, projectId: bareProjectId(projectId) });
}

/** What of a project is there only for a key with a permission; whose project it is comes first. */
export const permitted =
  (permission: Permission) =>
  (caller: Caller, params: Params): Result<Project, Fault> => {
    const project = inProject(caller, params);
    return project.ok && !caller.may(permission) ? err(forbidden(permission)) : project;
  };
/** spec, Authentication. */
export const inConversations = permitted('conversations');

/** Every agent has these. */
const BRANCHES = ['main', 'draft'];

export function inBranch(caller: Caller, params: Params): Result<Branch, Fault> {
  const project = inProject(caller, params);
  if (!project.ok) return project;
  const { branch_id: branchId = '' } = params;
  return BRANCHES.includes(branchId) ? ok({ ...project.value, branchId }) : err(FAULTS.notFound);
}
