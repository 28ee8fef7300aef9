import type { Hono } from 'hono';
import * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { type CreateSessionRequest, PLATFORMS, type SessionGrant } from '../protocol/relay.ts';
import type { Binding } from './binding.ts';
import type { Cors } from './cors.ts';
import type { SessionLimits } from './limits.ts';
import { idTail } from './log.ts';
import type { BrowserFiles } from './pages/browser-files.ts';
import type { Content } from './pages/content.ts';
import type { Failure } from './problem.ts';
import { readJson } from './read-json.ts';
import { type Handler, type RelayEnv, refuse, route } from './routing.ts';
import type { Cookies, Sessions } from './sessions.ts';

// `locale` goes no further: upstream gets only what the specification names (spec messaging §14). Pages write all sorts
// of things into `lang`; a tag that is none must not cost the visitor the chat.
const createBody = z.object({
  platform: z.enum(PLATFORMS).default('web'),
  streaming: z.boolean().default(true),
  locale: z.string().max(100).optional(),
}) satisfies z.ZodType<CreateSessionRequest>;
const noBody = z.object({});

/** Adds a cookie where there is one to be set. */
function withCookie(response: Response, cookie: string | undefined): Response {
  if (cookie !== undefined) response.headers.append('Set-Cookie', cookie);
  return response;
}

const cookiesOf = (request: Request): Cookies => request.headers.get('cookie');

export interface Rooms {
  readonly cors: Cors;
  readonly sessions: Sessions;
  readonly binding: Binding;
  readonly limits: SessionLimits;
  /** What a browser is told of a session: with the platform's token, or with a ticket of the relay's own. */
  readonly grantFor: (grant: SessionGrant, request: Request) => Promise<SessionGrant>;
  readonly widgetConfig: Content;
  readonly framePage: Content;
  readonly files: BrowserFiles;
}

/** Every route of the browser side (contract §4). */
export function addRoutes(
  app: Hono<RelayEnv>,
  { cors, sessions, binding, limits, grantFor, widgetConfig, framePage, files }: Rooms,
): void {
  /**
   * Routes with an effect or a secret: only for pages of the list, and only so often. A request that no page sent is refused
   * as well.
   */
  const guarded =
    (limit: 'createByAddress' | 'resumeByAddress' | 'sessionByAddress', handler: Handler): Handler =>
    async (c) => {
      if (!cors.isAllowed(c.req.raw)) return err({ failed: 'origin-not-allowed' });
      const refused = await limits.spend(limit, c.env.client);
      return refused ? err(refused) : handler(c);
    };

  /** The same for routes about one session, whose id has to leave a trace in the log. */
  const ofSession = (
    limit: 'resumeByAddress' | 'sessionByAddress',
    handler: (sessionId: string, request: Request) => Promise<Result<Response, Failure>>,
  ) =>
    guarded(limit, async (c) => {
      const sessionId = c.req.param('session_id') ?? '';
      c.env.session = idTail(sessionId);
      return handler(sessionId, c.req.raw);
    });

  route(app, '/chat/sessions', {
    POST: guarded('createByAddress', async (c) => {
      const refused = await limits.spend('createByOrigin', cors.siteOf(c.req.raw));
      if (refused) return err(refused);
      const body = await readJson(c.req.raw, createBody);
      if (!body.ok) return body;
      const { platform, streaming } = body.value;
      const userAgent = c.req.header('user-agent') ?? null;
      const visitor = { platform, streaming, userAgent };
      const created = await sessions.create(visitor, cookiesOf(c.req.raw), c.env.log);
      if (!created.ok) return created;
      const { grant, setCookie } = created.value;
      c.env.session = idTail(grant.session_id);
      const told = await grantFor(grant, c.req.raw);
      return ok(withCookie(Response.json(told, { status: 201 }), setCookie));
    }),
  });

  route(app, '/chat/sessions/:session_id/resume', {
    POST: ofSession('resumeByAddress', async (sessionId, request) => {
      const body = await readJson(request, noBody);
      if (!body.ok) return body;
      const resumed = await sessions.resume(sessionId, cookiesOf(request));
      return resumed.ok ? ok(Response.json(await grantFor(resumed.value, request))) : resumed;
    }),
  });

  route(app, '/chat/sessions/:session_id', {
    GET: ofSession('sessionByAddress', async (sessionId, request) => {
      const state = await sessions.status(sessionId, cookiesOf(request));
      return state.ok ? ok(Response.json({ state: state.value })) : state;
    }),
    DELETE: ofSession('sessionByAddress', async (sessionId, request) => {
      const body = await readJson(request, noBody);
      if (!body.ok) return body;
      const forgotten = await sessions.forget(sessionId, cookiesOf(request));
      if (!forgotten.ok) return forgotten;
      return ok(withCookie(new Response(null, { status: 204 }), binding.release(sessionId)));
    }),
  });

  const content = async (found: Content | undefined, request: Request): Promise<Result<Response, Failure>> =>
    found ? ok(await found.respond(request)) : err({ failed: 'not-found' });

  /** What a page loads before it creates a session, whichever way it embeds the chat. */
  const probing = async (
    found: Content | undefined,
    request: Request,
  ): Promise<Result<Response, Failure>> => {
    const answer = await content(found, request);
    return answer.ok ? ok(withCookie(answer.value, binding.probe)) : answer;
  };

  route(app, '/chat/config', { GET: async (c) => probing(widgetConfig, c.req.raw) });
  route(app, '/widget.js', { GET: async (c) => probing(await files.loader(), c.req.raw) });
  route(app, '/frame', { GET: async (c) => probing(framePage, c.req.raw) });
  route(app, '/frame.js', { GET: async (c) => content(await files.frame(), c.req.raw) });
  // Browsers remember what could not be loaded by its address: the loader tries again under another, where the files that
  // import each other find each other, too.
  for (const path of ['/assets/:name', '/:attempt{[0-9]+}/assets/:name']) {
    route(app, path, {
      GET: async (c) => content(await files.asset(c.req.param('name') ?? ''), c.req.raw),
    });
  }

  app.notFound((c) => refuse(c.env, { failed: 'not-found' }));
}
