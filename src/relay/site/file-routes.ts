import type { Hono } from 'hono';
import { err, ok, type Result } from '../../base/result.ts';
import type { Failure } from '../http/problem.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Content } from '../pages/content.ts';
import { withCookie } from './binding.ts';
import type { createBrowserFiles } from './browser-files.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';

/** Adds the routes of the widget's files and its configuration (contract §4). */
export function addFileRoutes(
  app: Hono<RelayEnv>,
  sites: Sites,
  files: () => ReturnType<typeof createBrowserFiles>,
): void {
  const content = async (found: Content | undefined, request: Request): Promise<Result<Response, Failure>> =>
    found ? ok(await found.respond(request)) : err({ failed: 'not-found' });

  /** Like `content`, with the probe cookie. For the files that every embedding page loads before it creates a session. */
  const contentWithProbe = async (
    found: Content | undefined,
    request: Request,
  ): Promise<Result<Response, Failure>> => {
    const answer = await content(found, request);
    return answer.ok ? ok(withCookie(answer.value, sites.of(request)?.binding.probeCookie)) : answer;
  };

  /** Content of the request's site. */
  const ofSite = async (
    { raw }: { readonly raw: Request },
    contentOf: (site: Site) => Content,
  ): Promise<Result<Response, Failure>> => {
    const site = sites.of(raw);
    return site ? contentWithProbe(contentOf(site), raw) : err({ failed: 'site-unknown' });
  };

  route(app, '/chat/config', { GET: (c) => ofSite(c.req, ({ widgetConfig }) => widgetConfig) });
  route(app, '/chat/availability', {
    GET: async (c) => {
      const site = sites.of(c.req.raw);
      if (!site) return err({ failed: 'site-unknown' });
      return ok(Response.json(site.availability(), { headers: { 'Cache-Control': 'no-store' } }));
    },
  });
  route(app, '/widget.js', {
    GET: async (c) => contentWithProbe(await files().loader(), c.req.raw),
  });
  route(app, '/frame', { GET: (c) => ofSite(c.req, ({ framePage }) => framePage) });
  route(app, '/frame.js', { GET: async (c) => content(await files().frame(), c.req.raw) });
  // Browsers cache a failed module by its URL, so the loader retries with another URL. Relative imports work there as well.
  for (const path of ['/assets/:name', '/:attempt{[0-9]+}/assets/:name']) {
    route(app, path, {
      GET: async (c) => content(await files().asset(c.req.param('name') ?? ''), c.req.raw),
    });
  }
}
