import type { Context, Hono } from 'hono';
import { err, type Result } from '../base/result.ts';
import type { Log } from './log.ts';
import { codeOf, type Failure, problemResponse } from './problem.ts';

/** What goes along with a request, and what its log record will say. */
export interface Exchange {
  readonly requestId: string;
  readonly log: Log;
  /** Whom rate limits count: the visitor's address, as far as it is known. */
  readonly client: string;
  /** The pattern that matched, never the raw path. */
  route: string;
  /** The end of the session's id. */
  session?: string;
  failed?: Failure['failed'];
  /** The problem's code. */
  code?: string;
  /** The name of the admin key. */
  who?: string;
  /** What the store said of itself. */
  reason?: string;
}

export interface RelayEnv {
  Bindings: Exchange;
}

export type Handler = (c: Context<RelayEnv>) => Promise<Result<Response, Failure>>;
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Turns a failure into its answer and leaves word of it for the log. */
export function refuse(exchange: Exchange, failure: Failure): Response {
  exchange.failed = failure.failed;
  exchange.code = codeOf(failure);
  return problemResponse(failure, exchange.requestId);
}

/** Registers the methods of one path; any other method is answered 405. */
export function route(app: Hono<RelayEnv>, path: string, handlers: Partial<Record<Method, Handler>>): void {
  const methods = Object.keys(handlers) as Method[];
  // A GET answers HEAD as well, without the body.
  const allow = methods.flatMap((it) => (it === 'GET' ? ['GET', 'HEAD'] : [it])).join(', ');
  app.all(path, async (c) => {
    c.env.route = path;
    // Hono has made a GET of a HEAD by now, but `method` still says what came.
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const handler = Object.hasOwn(handlers, method) ? handlers[method as Method] : undefined;
    const result = handler ? await handler(c) : err({ failed: 'method-not-allowed' as const, allow });
    return result.ok ? result.value : refuse(c.env, result.error);
  });
}
