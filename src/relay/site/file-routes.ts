import type { Hono } from 'hono';
import { err, ok, type Result } from '../../base/result.ts';
import type { Content } from '../pages/content.ts';
import type { Failure } from '../problem.ts';
import { type RelayEnv, route } from '../request-context.ts';
import { withCookie } from './binding.ts';
import type { createBrowserFiles } from './browser-files.ts';
import type { SiteOf } from './site.ts';

/** Adds the routes of the widget's files and of its configuration (contract §4). */
export function addFileRoutes(
  app: Hono<RelayEnv>,
  siteOf: SiteOf,
  files: ReturnType<typeof createBrowserFiles>,
): void {
  const content = async (found: Content | undefined, request: Request): Promise<Result<Response, Failure>> =>
    found ? ok(await found.respond(request)) : err({ failed: 'not-found' });

  /** Like `content`, with the probe cookie. For the files that every embedding page loads before it creates a session. */
  const contentWithProbe = async (
    found: Content | undefined,
    request: Request,
  ): Promise<Result<Response, Failure>> => {
    const answer = await content(found, request);
    return answer.ok ? ok(withCookie(answer.value, siteOf(request).binding.probe)) : answer;
  };

  route(app, '/chat/config', {
    GET: async (c) => contentWithProbe(siteOf(c.req.raw).widgetConfig, c.req.raw),
  });
  route(app, '/widget.js', {
    GET: async (c) => contentWithProbe(await files.loader(), c.req.raw),
  });
  route(app, '/frame', { GET: async (c) => contentWithProbe(siteOf(c.req.raw).framePage, c.req.raw) });
  route(app, '/frame.js', { GET: async (c) => content(await files.frame(), c.req.raw) });
  // Browsers cache a failed module by its URL, so the loader retries with another one. Relative imports work there as well.
  for (const path of ['/assets/:name', '/:attempt{[0-9]+}/assets/:name']) {
    route(app, path, {
      GET: async (c) => content(await files.asset(c.req.param('name') ?? ''), c.req.raw),
    });
  }
}
