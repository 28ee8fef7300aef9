import type { Hono } from 'hono';
import * as z from 'zod';
import { err, ok } from '../../base/result.ts';
import {
  type Carrier,
  type CreateSessionRequest,
  type FeedbackRequest,
  MAX_CONTEXT_TOKEN,
  MAX_CSAT_REQUEST,
  MAX_FEEDBACK_MESSAGE_ID,
  MAX_FEEDBACK_TEXT,
  type OriginCheck,
  PLATFORMS,
  RATINGS,
  type ResumeRequest,
  type SeenRequest,
  type SessionGrant,
  STARS,
} from '../../protocol/relay.ts';
import type { ReadBody } from '../http/read-body.ts';
import { readJson } from '../http/read-json.ts';
import { type Handler, type RelayEnv, route } from '../http/request-context.ts';
import { idTail } from '../log/log.ts';
import { withCookie } from './binding.ts';
import { type Cors, ORIGIN_CHECK } from './cors.ts';
import type { Guards } from './guards.ts';
import { cookiesOf } from './sessions.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';
import { SOCKET_PATH } from './tickets.ts';

const PART = z.string().regex(/^[\w-]{1,64}$/);
const answeredChallenge = z.object({
  salt: PART,
  bits: z.int().nonnegative(),
  expires_at: z.int(),
  signature: PART,
  answer: PART,
});
// M-14.7: `locale` is accepted, but neither validated nor forwarded: many pages have an invalid `lang`,
// and the chat must work there.
const createBody = z.object({
  platform: z.enum(PLATFORMS).default('web'),
  streaming: z.boolean().default(true),
  locale: z.string().max(100).optional(),
  // A malformed answer counts as missing: the client gets a new challenge.
  challenge: answeredChallenge.optional().catch(undefined),
}) satisfies z.ZodType<CreateSessionRequest>;
/** The form of a signed token (RFC 7515). */
const TOKEN = /^[\w.-]+$/;
/** Ids are logged, texts are not. */
const MESSAGE_ID = /^[\x21-\x7e]+$/;
const thumbs = z.enum(RATINGS);
/** Body of feedback for sites with ratings of sessions. */
const feedbackBody = (rating: z.ZodType<FeedbackRequest['rating']>) =>
  z.object({
    rating,
    text: z.string().min(1).max(MAX_FEEDBACK_TEXT).optional(),
    message_id: z.string().regex(MESSAGE_ID).max(MAX_FEEDBACK_MESSAGE_ID).optional(),
    csat_request: z
      .record(z.string(), z.unknown())
      .refine((answers) => JSON.stringify(answers).length <= MAX_CSAT_REQUEST)
      .optional(),
  }) satisfies z.ZodType<FeedbackRequest>;
const FEEDBACK_BODIES = {
  thumbs: feedbackBody(thumbs),
  stars: feedbackBody(z.union([thumbs, z.literal(STARS)])),
} as const;
const contextBody = z.object({ token: z.string().regex(TOKEN).max(MAX_CONTEXT_TOKEN) });
/** The longest token, as JSON. */
const CONTEXT_BODY_BYTES = MAX_CONTEXT_TOKEN + 1_024;
const seenBody = z.object({ sequence: z.int().nonnegative() }) satisfies z.ZodType<SeenRequest>;
const noBody = z.object({});
const resumeBody = z.object({ carrier: z.literal('relay').optional() }) satisfies z.ZodType<ResumeRequest>;

export interface SessionRoutePorts extends Guards {
  readonly cors: Cors;
  readonly sites: Sites;
  /** Best first. */
  readonly carriers: readonly Carrier[];
  /** Answers plain requests to the path of sockets; undefined if the relay carries none. */
  readonly missingUpgrade: Handler | undefined;
  readonly readBody: ReadBody;
}

/** Adds the routes of sessions and the origin check (contract §4). */
export function addSessionRoutes(
  app: Hono<RelayEnv>,
  { ofPage, ofSession, cors, sites, carriers, missingUpgrade, readBody: read }: SessionRoutePorts,
): void {
  /** Converts a grant for the browser: with the platform's token, or with a ticket for a socket to the relay. */
  async function grantForBrowser(
    { tickets }: Site,
    grant: SessionGrant,
    request: Request,
    carrier = carriers[0],
  ): Promise<SessionGrant> {
    const offered = carriers.length > 1 || carrier === 'poll' ? { ...grant, carriers } : grant;
    return carrier === 'direct' ? offered : tickets.withTicket(offered, request);
  }

  route(app, '/chat/sessions', {
    POST: ofPage(async (c, site) => {
      if (site.availability().status !== 'open') return err({ failed: 'closed' });
      const body = await readJson(c.req.raw, createBody, { read });
      const applicant = {
        client: c.env.client,
        pages: cors.pagesOf(c.req.raw),
        origin: c.req.header('origin') ?? '',
      };
      // Unreadable requests count, too.
      const refused = await site.admission.admit(applicant, body.ok ? body.value.challenge : undefined);
      if (refused) return err(refused);
      if (!body.ok) return body;
      const { platform, streaming } = body.value;
      const userAgent = c.req.header('user-agent') ?? null;
      const visitor = { platform, streaming, userAgent };
      const created = await site.sessions.create(visitor, cookiesOf(c.req.raw), c.env.log);
      if (!created.ok) return created;
      const { grant, setCookie } = created.value;
      c.env.session = idTail(grant.session_id);
      const answer = await grantForBrowser(site, grant, c.req.raw);
      return ok(withCookie(Response.json(answer, { status: 201 }), setCookie));
    }),
  });

  route(app, '/chat/sessions/:session_id/resume', {
    POST: ofSession('resumeByAddress', async ({ site, sessionId, request }) => {
      const body = await readJson(request, resumeBody, { read });
      if (!body.ok) return body;
      const resumed = await site.sessions.resume(sessionId, cookiesOf(request));
      if (!resumed.ok) return resumed;
      const { carrier } = body.value;
      const isOffered = carrier !== undefined && carriers.includes(carrier);
      const grant = await grantForBrowser(site, resumed.value, request, isOffered ? carrier : undefined);
      return ok(Response.json(grant));
    }),
  });

  route(app, '/chat/sessions/:session_id', {
    GET: ofSession('sessionByAddress', async ({ site: { sessions }, sessionId, request }) => {
      const state = await sessions.status(sessionId, cookiesOf(request));
      return state.ok ? ok(Response.json({ state: state.value })) : state;
    }),
    DELETE: ofSession('sessionByAddress', async ({ site, sessionId, request }) => {
      const { sessions, binding, feedback } = site;
      const body = await readJson(request, noBody, { read });
      if (!body.ok) return body;
      const deleted = await sessions.delete(sessionId, cookiesOf(request));
      if (!deleted.ok) return deleted;
      // Feedback needs the cookie once more.
      const released = feedback ? undefined : binding.release(sessionId);
      return ok(withCookie(new Response(null, { status: 204 }), released));
    }),
  });

  route(app, '/chat/sessions/:session_id/seen', {
    PUT: ofSession('sessionByAddress', async ({ site: { sessions }, sessionId, request }) => {
      const body = await readJson(request, seenBody, { isRequired: true, read });
      if (!body.ok) return body;
      const marked = await sessions.markSeen(sessionId, cookiesOf(request), body.value);
      return marked.ok ? ok(new Response(null, { status: 204 })) : marked;
    }),
  });

  route(app, '/chat/sessions/:session_id/feedback', {
    POST: ofSession('sessionByAddress', async ({ site, sessionId, request, log }) => {
      const { sessions, binding, feedback } = site;
      if (!feedback) return err({ failed: 'not-found' });
      const body = await readJson(request, FEEDBACK_BODIES[feedback.scale], { isRequired: true, read });
      if (!body.ok) return body;
      const admitted = await sessions.admitFeedback(sessionId, cookiesOf(request), body.value);
      if (!admitted.ok) return admitted;
      // Repeats the first answer, because it may have been lost.
      if (!admitted.value.isRepeated) feedback.receive(sessionId, body.value, log);
      const released = admitted.value.isLast ? binding.release(sessionId) : undefined;
      return ok(withCookie(new Response(null, { status: 204 }), released));
    }),
  });

  route(app, '/chat/sessions/:session_id/context', {
    POST: ofSession('sessionByAddress', async ({ site: { sessions, site }, sessionId, request, log }) => {
      if (!site.verifiedContext) return err({ failed: 'not-found' });
      const options = { isRequired: true, read, maxBytes: CONTEXT_BODY_BYTES };
      const body = await readJson(request, contextBody, options);
      if (!body.ok) return body;
      const submitted = await sessions.submitContext(sessionId, cookiesOf(request), body.value.token, log);
      return submitted.ok ? ok(new Response(null, { status: 204 })) : submitted;
    }),
  });

  if (missingUpgrade) route(app, SOCKET_PATH, { GET: missingUpgrade });

  route(app, ORIGIN_CHECK, {
    GET: async (c) => {
      // A page without a site counts for the first site.
      const { limits } = sites.of(c.req.raw) ?? sites.all()[0];
      const refused = await limits.consume('sessionByAddress', c.env.client);
      if (refused) return err(refused);
      const origin = c.req.header('origin') ?? null;
      return ok(Response.json({ allowed: cors.isAllowed(c.req.raw), origin } satisfies OriginCheck));
    },
  });
}
