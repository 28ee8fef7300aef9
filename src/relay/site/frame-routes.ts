import type { Hono } from 'hono';
import * as z from 'zod';
import { queryParameters } from '../../base/query-parameters.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { allFieldErrors } from '../../platform/errors.ts';
import { IN_WORDS } from '../../platform/issue-words.ts';
import { MAX_FRAME_BYTES, MAX_POSTED_FRAMES } from '../../protocol/limits.ts';
import type { FramesRequest } from '../../protocol/relay.ts';
import type { Failure } from '../http/problem.ts';
import type { ReadBody } from '../http/read-body.ts';
import { readJson } from '../http/read-json.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Guards, SessionCall } from './guards.ts';
import type { PollingPage, Polls } from './polls.ts';
import { cookiesOf } from './sessions.ts';

export const FRAMES_ROUTE = '/chat/sessions/:session_id/frames';

const framesBody = z.object({
  frames: z.array(z.string().max(MAX_FRAME_BYTES)).min(1).max(MAX_POSTED_FRAMES),
}) satisfies z.ZodType<FramesRequest>;
/** The longest frame, as a JSON string whose every other character is escaped. */
const FRAMES_BODY_BYTES = 2 * MAX_FRAME_BYTES + 1_024;

const query = z.object({
  connection: z.string().regex(/^[\w-]{1,64}$/),
  cursor: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(0),
  poll: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).default(1),
});

export interface FrameRoutePorts extends Pick<Guards, 'ofSession'> {
  readonly polls: Polls;
  readonly readBody: ReadBody;
}

interface Page extends PollingPage {
  readonly nth: number;
}

/** Finds the connection of a request (S-146). */
async function pageOf({ site, sessionId, request, client }: SessionCall): Promise<Result<Page, Failure>> {
  const asked = query.safeParse(queryParameters(new URL(request.url).searchParams), IN_WORDS);
  if (!asked.success) return err({ failed: 'invalid-request', errors: allFieldErrors(asked.error.issues) });
  const refused = await site.limits.consume('framesBySession', sessionId);
  if (refused) return err(refused);
  const grant = await site.sessions.getGrant(sessionId, cookiesOf(request));
  if (!grant.ok) return grant;
  const { poll, ...page } = asked.data;
  return ok({ ...page, site, client, grant: grant.value, leaving: request.signal, nth: poll });
}

/** Adds the routes of polled conversations (contract §11, M-12.26). */
export function addFrameRoutes(app: Hono<RelayEnv>, { ofSession, polls, readBody }: FrameRoutePorts): void {
  route(app, FRAMES_ROUTE, {
    GET: ofSession('framesByAddress', async (call) => {
      const page = await pageOf(call);
      if (!page.ok) return page;
      const answer = await polls.poll(page.value, page.value.nth);
      return answer.ok
        ? ok(Response.json(answer.value, { headers: { 'Cache-Control': 'no-store' } }))
        : answer;
    }),
    POST: ofSession('framesByAddress', async (call) => {
      const options = { isRequired: true, read: readBody, maxBytes: FRAMES_BODY_BYTES };
      const body = await readJson(call.request, framesBody, options);
      if (!body.ok) return body;
      const page = await pageOf(call);
      if (!page.ok) return page;
      const posted = await polls.post(page.value, body.value.frames);
      return posted.ok ? ok(new Response(null, { status: 204 })) : posted;
    }),
  });
}
