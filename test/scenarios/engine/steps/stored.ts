import * as z from 'zod';
import type { ClientFrame } from '../record.ts';
import type { Step } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { anything } from '../words.ts';
import { AT } from './generate.ts';

/** A client's frame as the platform stores and echoes it (spec messaging §4). */

export const stored = {
  of: z.string(),
  sequence: z.union([z.int(), z.string(), z.null()]),
  id: z.string().nullable().optional(),
  message_id: z.string().optional(),
  timestamp: z.string().optional(),
  strip_metadata: z.boolean().optional(),
  extra_custom: z.record(z.string(), anything).optional(),
  /** In place of what the client sent. */
  custom: z.record(z.string(), anything).optional(),
  text: z.string().optional(),
  payload: z.record(z.string(), anything).optional(),
};
const storedShape = z.strictObject(stored);
type Stored = Omit<z.output<typeof storedShape>, 'of'>;

/** Of the frame that the script has named. */
export function stamped({ named, fault }: Stage, { of, ...how }: Stored & { readonly of: string }): Step {
  const frame = named.get(of);
  if (!frame) fault(`no frame was named ${of}`);
  return stampedFrame(frame, how);
}

export function stampedFrame(
  frame: Pick<ClientFrame, 'type' | 'payload' | 'metadata'> | undefined,
  { sequence, id, ...it }: Stored,
): Step {
  const custom = { ...(it.custom ?? frame?.metadata?.custom), ...it.extra_custom };
  const isMessage = frame?.type === 'EVENT_TYPE_USER_MESSAGE' || it.message_id !== undefined;
  return {
    ...(id !== null && { id: id ?? `stored-${sequence}` }),
    sequence,
    timestamp: it.timestamp ?? AT,
    type: frame?.type,
    payload: {
      ...frame?.payload,
      ...(it.text !== undefined && { text: it.text }),
      ...it.payload,
      ...(isMessage && { message_id: it.message_id ?? `message-${sequence}` }),
    },
    ...(!it.strip_metadata && Object.keys(custom).length > 0 && { metadata: { custom } }),
  };
}
