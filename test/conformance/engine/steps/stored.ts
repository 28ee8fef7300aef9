import * as z from 'zod';
import type { PlayContext } from '../play-context.ts';
import type { ClientFrame } from '../recording.ts';
import type { Step } from '../scenario.ts';
import { anything } from '../vocabulary.ts';
import { AT } from './generate.ts';

/** A client's frame as the platform stores and echoes it (M-4.10). */

export const stored = {
  of: z.string(),
  sequence: z.union([z.int(), z.string(), z.null()]),
  id: z.string().nullable().optional(),
  message_id: z.string().optional(),
  timestamp: z.string().optional(),
  strip_metadata: z.boolean().optional(),
  /** Which keys of the client's `metadata.custom` the platform keeps: all, none, or these. */
  keep_custom: z.union([z.boolean(), z.array(z.string())]).optional(),
  extra_custom: z.record(z.string(), anything).optional(),
  /** Replaces the client's metadata. */
  custom: z.record(z.string(), anything).optional(),
  text: z.string().optional(),
  payload: z.record(z.string(), anything).optional(),
};
const storedShape = z.strictObject(stored);
type Stored = Omit<z.output<typeof storedShape>, 'of'>;

/** Stored event of a named frame. */
export function storedEventOf(
  { namedFrames, fail }: PlayContext,
  { of, ...how }: Stored & { readonly of: string },
): Step {
  const frame = namedFrames.get(of);
  if (!frame) fail(`no frame was named ${of}`);
  return storedEvent(frame, how);
}

export function storedEvent(
  frame: Pick<ClientFrame, 'type' | 'payload' | 'metadata'> | undefined,
  { sequence, id, ...value }: Stored,
): Step {
  const { keep_custom: kept = !value.strip_metadata } = value;
  const known = Object.entries(value.custom ?? frame?.metadata?.custom ?? {}).filter(([key]) =>
    Array.isArray(kept) ? kept.includes(key) : kept,
  );
  const custom = { ...Object.fromEntries(known), ...(!value.strip_metadata && value.extra_custom) };
  const isMessage = frame?.type === 'EVENT_TYPE_USER_MESSAGE' || value.message_id !== undefined;
  return {
    ...(id !== null && { id: id ?? `stored-${sequence}` }),
    sequence,
    timestamp: value.timestamp ?? AT,
    type: frame?.type,
    payload: {
      ...frame?.payload,
      ...(value.text !== undefined && { text: value.text }),
      ...value.payload,
      ...(isMessage && { message_id: value.message_id ?? `message-${sequence}` }),
    },
    ...(Object.keys(custom).length > 0 && { metadata: { custom } }),
  };
}
