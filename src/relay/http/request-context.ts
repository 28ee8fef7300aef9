import type { Context, Hono } from 'hono';
import { err, type Result } from '../../base/result.ts';
import type { Log } from '../log/log.ts';
import type { Peer } from './client-address.ts';
import { codeOf, type Failure, problemResponse } from './problem.ts';

/** Data of one request, for its handlers and its log record. */
export interface RequestContext {
  readonly requestId: string;
  readonly log: Log;
  /** The client in rate limits: the visitor's address, if it is known. */
  readonly client: string;
  readonly peer: Peer;
  /** An operation that an assistant calls. */
  readonly via?: 'mcp';
  /** Pattern of the route, never the raw path. */
  route: string;
  /** The last characters of the session id. */
  session?: string;
  failed?: Failure['failed'];
  /** The problem's code. */
  code?: string;
  /** The name of the actor. */
  who?: string;
  /** The name of the site that the request is about. */
  site?: string;
  /** Error code of the store. */
  reason?: string;
}

export interface RelayEnv {
  Bindings: RequestContext;
}

export type Handler = (c: Context<RelayEnv>) => Promise<Result<Response, Failure>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Converts a failure to its answer and records it for the log. */
export function refuse(context: RequestContext, failure: Failure): Response {
  context.failed = failure.failed;
  context.code = codeOf(failure);
  return problemResponse(failure, context.requestId);
}

/** Registers the handlers of one path. Other methods are answered with 405. */
export function route(app: Hono<RelayEnv>, path: string, handlers: Partial<Record<Method, Handler>>): void {
  const methods = Object.keys(handlers) as Method[];
  // The handler for GET also answers HEAD, without a body.
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  app.all(path, async (c) => {
    c.env.route = path;
    // Hono dispatches HEAD as GET, but `method` is still HEAD.
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const handler = Object.hasOwn(handlers, method) ? handlers[method as Method] : undefined;
    const result = handler ? await handler(c) : err({ failed: 'method-not-allowed' as const, allow });
    return result.ok ? result.value : refuse(c.env, result.error);
  });
}
