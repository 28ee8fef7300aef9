import * as z from 'zod';

export type Dialect = 'service' | 'poly';

/** The five events that a client may send (M-5.1 to M-5.5), as the published reference describes them. Anything else is a violation. */

const metadata = z.strictObject({ custom: z.record(z.string(), z.string()).optional() }).optional();
const event = <Payload extends z.ZodType>(type: string, payload: Payload) =>
  z.strictObject({ type: z.literal(type), payload, metadata });

const empty = z.strictObject({});
const typing = z.strictObject({ state: z.enum(['TYPING_STATE_STARTED', 'TYPING_STATE_STOPPED']) });

const schemaFor = (infix: string) =>
  z.union([
    event(`EVENT_TYPE_REQUEST_${infix}_JOIN`, empty),
    event('EVENT_TYPE_USER_MESSAGE', z.strictObject({ text: z.string().min(1) })),
    event('EVENT_TYPE_USER_TYPING', typing),
    event('EVENT_TYPE_USER_END_SESSION', empty),
    event('EVENT_TYPE_HEARTBEAT', empty),
  ]);

export const INFIX: Readonly<Record<Dialect, string>> = { service: 'SERVICE_AGENT', poly: 'POLY_AGENT' };
const SCHEMAS = { service: schemaFor(INFIX.service), poly: schemaFor(INFIX.poly) };
export type ClientEvent = z.output<ReturnType<typeof schemaFor>>;

/** M-3.9 */
const MAX_BYTES = 131_072;

/** Reads a client's frame; a text says why it is refused. */
export function readClientEvent(frame: string, dialect: Dialect): ClientEvent | string {
  if (Buffer.byteLength(frame) > MAX_BYTES) return 'a frame over 131072 bytes';
  let json: unknown;
  try {
    json = JSON.parse(frame);
  } catch {
    return 'a frame that is not JSON';
  }
  const read = SCHEMAS[dialect].safeParse(json);
  if (read.success) return read.data;
  return `a frame that is not one of the five client events: ${frame.slice(0, 200)}`;
}
