import type { Hono } from 'hono';
import * as z from 'zod';
import { err, ok } from '../../base/result.ts';
import { MAX_QUEUE_NAME, MAX_WAIT_S, type ToldWait, type UsualWait } from '../../protocol/usual-wait.ts';
import type { ReadBody } from '../http/read-body.ts';
import { readJson } from '../http/read-json.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Guards } from './guards.ts';

/** Anyone can send a wait, so that it is clamped. */
const body = z.object({
  queue: z.string().max(MAX_QUEUE_NAME).optional(),
  seconds: z
    .number()
    .min(0)
    .transform((seconds) => Math.min(Math.round(seconds), MAX_WAIT_S)),
}) satisfies z.ZodType<ToldWait>;
const MAX_BYTES = 1_024;

/** Adds the routes for the usual wait for a person (M-13.11, S-149). They need no session and set no cookie. */
export function addWaitRoutes(
  app: Hono<RelayEnv>,
  { ofPage, readBody: read }: Guards & { readonly readBody: ReadBody },
): void {
  route(app, '/chat/waits', {
    GET: ofPage(async (c, { limits, waits }) => {
      const refused = await limits.consume('waitsByAddress', c.env.client);
      if (refused) return err(refused);
      const queue = (c.req.query('queue') ?? '').slice(0, MAX_QUEUE_NAME);
      return ok(Response.json({ usual_s: await waits.usual(queue) } satisfies UsualWait));
    }),
    POST: ofPage(async (c, { limits, waits }) => {
      const refused = await limits.consume('waitsByAddress', c.env.client);
      if (refused) return err(refused);
      const told = await readJson(c.req.raw, body, { isRequired: true, read, maxBytes: MAX_BYTES });
      if (!told.ok) return told;
      await waits.add(told.value, c.env.client);
      return ok(new Response(null, { status: 204 }));
    }),
  });
}
