import { err, type Result } from '../../base/result.ts';
import type { Failure } from '../http/problem.ts';
import type { Handler } from '../http/request-context.ts';
import { idTail, type Log } from '../log/log.ts';
import type { Limits } from '../store/limits.ts';
import type { Cors } from './cors.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';

type SiteHandler = (...call: [...Parameters<Handler>, Site]) => ReturnType<Handler>;

/** A request about one session. */
export interface SessionCall {
  readonly site: Site;
  readonly sessionId: string;
  readonly request: Request;
  readonly log: Log;
  /** The client in rate limits. */
  readonly client: string;
}

export type Guards = ReturnType<typeof createGuards>;

/** Checks that all routes of visitors share. */
export function createGuards(cors: Cors, sites: Sites) {
  /** Wraps a handler with an effect or a secret in an origin check. Requests without an origin are refused. */
  const ofPage =
    (handler: SiteHandler): Handler =>
    async (c) => {
      const site = sites.of(c.req.raw);
      return site && cors.isAllowed(c.req.raw) ? handler(c, site) : err({ failed: 'origin-not-allowed' });
    };

  return {
    ofPage,
    /** Like `ofPage`, for routes of one session: with a rate limit, and with the end of the session id in the log record. */
    ofSession: (
      limit: keyof Limits & `${string}ByAddress`,
      handler: (call: SessionCall) => Promise<Result<Response, Failure>>,
    ): Handler =>
      ofPage(async (c, site) => {
        const { client, log } = c.env;
        const refused = await site.limits.consume(limit, client);
        if (refused) return err(refused);
        const sessionId = c.req.param('session_id') ?? '';
        c.env.session = idTail(sessionId);
        return handler({ site, sessionId, request: c.req.raw, log, client });
      }),
  };
}
