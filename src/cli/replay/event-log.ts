import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Input } from '../../chat/model/state.ts';
import { DIALECTS } from '../../protocol/dialect.ts';
import { CHUNK_JOINS, SESSION_STATES } from '../../protocol/relay.ts';

/** The event log of `onDebug`: one JSON entry on each line, or one array of entries. */

const happened = <Shape extends z.core.$ZodLooseShape>(type: string | readonly string[], shape: Shape) =>
  z.object({ at: z.number(), random: z.number().min(0).lt(1), type: z.enum([type].flat()), ...shape });

const grant = z.object({
  session_id: z.string(),
  access_token: z.string(),
  expires_in: z.number(),
  websocket_url: z.url(),
  dialect: z.enum(DIALECTS),
  dialect_assumed: z.boolean().optional(),
  chunk_join: z.enum(CHUNK_JOINS).optional(),
});
const answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('grant'), grant }),
  z.object({ type: z.literal('state'), state: z.enum(SESSION_STATES) }),
  z.object({ type: z.literal('created-elsewhere'), sessionId: z.string() }),
  z.object({ type: z.enum(['unknown-session', 'refused', 'error']) }),
  z.object({ type: z.literal('busy'), retryInMs: z.number() }),
]);
const socket = z.number();
const sessionId = z.string().nullable();

const input = z.discriminatedUnion('type', [
  happened('start', { storedSessionId: sessionId }),
  happened('send', { id: z.string(), text: z.string() }),
  happened('retry', { id: z.string() }),
  happened('typing', { isTyping: z.boolean() }),
  happened('relay-answered', { call: z.number(), answer }),
  happened(['socket-opened', 'binary-frame'], { socket }),
  happened('frame', { socket, text: z.string() }),
  happened('socket-closed', { socket, code: z.number() }),
  happened('stored', { sessionId }),
  happened(['online', 'offline', 'visible', 'hidden', 'pagehide', 'pageshow'], {}),
  happened('failed', { reason: z.string(), storedSessionId: sessionId }),
  happened(['rest', 'end', 'restart', 'reconnect', 'tick'], {}),
]);
const entry = z.union([z.object({ in: input }), z.object({ at: z.number(), out: z.looseObject({}) })]);

/** Reads the inputs of a log. The error says which entry is invalid. Never throws. */
export function readEventLog(text: string): Result<readonly Input[], string> {
  const whole = parseJson(text);
  const entries = Array.isArray(whole)
    ? whole
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parseJson);
  if (entries.length === 0)
    return err('the log is empty; expected the entries of onDebug, one JSON entry on each line');
  const inputs: Input[] = [];
  for (const [index, value] of entries.entries()) {
    const read = entry.safeParse(value);
    if (!read.success) return err(`entry ${index + 1} is invalid; expected an entry of onDebug`);
    if ('in' in read.data) inputs.push(read.data.in as Input);
  }
  return ok(inputs);
}
