import type { Hono } from 'hono';
import * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { type CreateSessionRequest, PLATFORMS, type SessionGrant } from '../protocol/relay.ts';
import type { BrowserFiles } from './browser-files.ts';
import type { Content } from './content.ts';
import type { Cors } from './cors.ts';
import type { SessionLimits } from './limits.ts';
import { idTail } from './log.ts';
import type { Failure } from './problem.ts';
import { readJson } from './read-json.ts';
import { type Handler, type RelayEnv, refuse, route } from './routing.ts';
import type { Sessions } from './sessions.ts';

// `locale` goes no further: upstream gets only what the specification names (spec messaging §14). Pages write all sorts
// of things into `lang`; a tag that is none must not cost the visitor the chat.
const createBody = z.object({
  platform: z.enum(PLATFORMS).default('web'),
  streaming: z.boolean().default(true),
  locale: z.string().max(100).optional(),
}) satisfies z.ZodType<CreateSessionRequest>;
const noBody = z.object({});

const answered = (result: Result<SessionGrant, Failure>, status: number): Result<Response, Failure> =>
  result.ok ? ok(Response.json(result.value, { status })) : result;

export interface Rooms {
  readonly cors: Cors;
  readonly sessions: Sessions;
  readonly limits: SessionLimits;
  readonly widgetConfig: Content;
  readonly framePage: Content;
  readonly files: BrowserFiles;
}

/** Every route of the browser side (contract §4). */
export function addRoutes(
  app: Hono<RelayEnv>,
  { cors, sessions, limits, widgetConfig, framePage, files }: Rooms,
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
      const created = await sessions.create({ platform, streaming, userAgent }, c.env.log);
      if (created.ok) c.env.session = idTail(created.value.session_id);
      return answered(created, 201);
    }),
  });

  route(app, '/chat/sessions/:session_id/resume', {
    POST: ofSession('resumeByAddress', async (sessionId, request) => {
      const body = await readJson(request, noBody);
      return body.ok ? answered(await sessions.resume(sessionId), 200) : body;
    }),
  });

  route(app, '/chat/sessions/:session_id', {
    GET: ofSession('sessionByAddress', async (sessionId) => {
      const state = await sessions.status(sessionId);
      return state.ok ? ok(Response.json({ state: state.value })) : state;
    }),
    DELETE: ofSession('sessionByAddress', async (sessionId, request) => {
      const body = await readJson(request, noBody);
      if (!body.ok) return body;
      await sessions.forget(sessionId);
      return ok(new Response(null, { status: 204 }));
    }),
  });

  const content = async (found: Content | undefined, request: Request): Promise<Result<Response, Failure>> =>
    found ? ok(await found.respond(request)) : err({ failed: 'not-found' });

  route(app, '/chat/config', { GET: async (c) => content(widgetConfig, c.req.raw) });
  route(app, '/widget.js', { GET: async (c) => content(await files.loader(), c.req.raw) });
  route(app, '/frame', { GET: async (c) => content(framePage, c.req.raw) });
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
