import * as z from 'zod';
import { type AgentFailed, failed } from './wire.ts';

const code = z.union([z.string(), z.number()]).nullish().catch(undefined);
const details = z.object({ message: z.string(), code, type: code });
/** The bodies of refusals differ: an object or a text as `error`, or the fields themselves. */
const error = z.union([
  z.object({ error: details }).transform((body) => body.error),
  z.object({ error: z.string() }).transform((body) => ({ message: body.error })),
  details,
  z.object({ detail: z.string() }).transform((body) => ({ message: body.detail })),
]);

const MAX_MESSAGE = 300;
const OVERLOAD = /rate.?limit|overload|too.?many|\b429\b|\b503\b/i;

/** The failure that an agent reports; undefined if the value is none. */
export function reportedFailure(value: unknown): AgentFailed | undefined {
  const read = error.safeParse(value);
  if (!read.success) return undefined;
  const { message, ...codes } = read.data;
  const line = message.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE);
  const isOverload = Object.values(codes).some((text) => OVERLOAD.test(String(text)));
  return failed(line, isOverload);
}
