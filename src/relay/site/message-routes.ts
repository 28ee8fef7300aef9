import type { Hono } from 'hono';
import * as z from 'zod';
import { err, ok } from '../../base/result.ts';
import {
  isContact,
  type LeftMessage,
  MAX_CONTACT,
  MAX_LEFT_TEXT,
  MESSAGE_REASONS,
} from '../../protocol/left-message.ts';
import type { ReadBody } from '../http/read-body.ts';
import { readJson } from '../http/read-json.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Guards } from './guards.ts';

const body = z.object({
  contact: z
    .string()
    .trim()
    .max(MAX_CONTACT)
    .refine(isContact, 'expected an email address or a phone number'),
  text: z.string().trim().min(1).max(MAX_LEFT_TEXT),
  reason: z.enum(MESSAGE_REASONS).optional(),
}) satisfies z.ZodType<LeftMessage>;
/** The longest text in any script, and its contact. */
const MAX_BYTES = 16 * 1_024;

/** Adds the route for messages that visitors leave (M-14.19, S-145). It needs no session and sets no cookie. */
export function addMessageRoute(
  app: Hono<RelayEnv>,
  { ofPage, readBody: read }: Guards & { readonly readBody: ReadBody },
): void {
  route(app, '/chat/messages', {
    POST: ofPage(async (c, { leftMessages, limits, site }) => {
      if (!leftMessages.isOn) return err({ failed: 'no-messages' });
      const refused = await limits.consume('messagesByAddress', c.env.client);
      if (refused) return err(refused);
      const message = await readJson(c.req.raw, body, { isRequired: true, read, maxBytes: MAX_BYTES });
      if (!message.ok) return message;
      // Counts what is kept only, so that malformed requests do not use up the limit of all visitors.
      const full = await limits.consume('messagesBySite', site.name);
      if (full) return err(full);
      await leftMessages.receive(message.value, c.env.log);
      return ok(new Response(null, { status: 201 }));
    }),
  });
}
