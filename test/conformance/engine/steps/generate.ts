import * as z from 'zod';
import type { Step } from '../scenario.ts';
import { ms, wholeNumber } from '../vocabulary.ts';

/** Generated frames, which a scenario describes by size or number. */

export const AT = '2026-11-02T09:00:00Z';

const sized = { sequence: z.int().nullable(), message_id: z.string(), text_bytes: wholeNumber };

export const generatedFrame = z.discriminatedUnion('gen', [
  z.strictObject({ gen: z.literal('agent_message'), ...sized }),
  z.strictObject({ gen: z.literal('live_agent_message'), ...sized }),
  z.strictObject({
    gen: z.literal('chunk'),
    ...sized,
    chunk_index: wholeNumber.optional(),
    is_complete: z.boolean(),
  }),
  z.strictObject({ gen: z.literal('system_message'), sequence: z.int().nullable(), text_bytes: wholeNumber }),
]);

const event = (type: string, sequence: number | null, id: string, payload: object): Step => ({
  id,
  sequence,
  timestamp: AT,
  type: `EVENT_TYPE_${type}`,
  payload,
});
const noExtras = { attachments: [], response_suggestions: [] };

export function generated(frame: z.output<typeof generatedFrame>): Step {
  const text = 'x'.repeat(frame.text_bytes);
  if (frame.gen === 'system_message') {
    const payload = { level: 'SYSTEM_MESSAGE_LEVEL_INFO', message: text };
    return event('SYSTEM_MESSAGE', frame.sequence, 'gen-system', payload);
  }
  const { message_id, sequence } = frame;
  const id = `gen-${message_id}`;
  if (frame.gen === 'chunk') {
    const { chunk_index = 1, is_complete } = frame;
    const payload = { message_id, text, ...noExtras, chunk_index, is_complete };
    return event('POLY_AGENT_MESSAGE_CHUNK', sequence, `${id}-${chunk_index}`, payload);
  }
  const type = frame.gen === 'agent_message' ? 'POLY_AGENT_MESSAGE' : 'LIVE_AGENT_MESSAGE';
  return event(type, sequence, id, { message_id, text, ...noExtras });
}

export const start = (sequence: number): Step =>
  event('SESSION_START', sequence, `gen-start-${sequence}`, {
    capabilities: {
      streaming: true,
      max_message_size_bytes: 131_072,
      max_reconnect_attempts: 5,
      heartbeat_interval_seconds: 30,
    },
  });
export const joined = (sequence: number): Step =>
  event('POLY_AGENT_JOINED', sequence, `gen-joined-${sequence}`, { agent_name: 'Iris' });

const agentMessage = (sequence: number, text: string): Step =>
  event('POLY_AGENT_MESSAGE', sequence, `gen-${sequence}`, {
    message_id: `gen-${sequence}`,
    text,
    ...noExtras,
  });

/** Generates a history of a number of events in a number of frames. */
export function history(events: number, frames: number): Step[] {
  const all = Array.from({ length: events }, (_, at) => {
    if (at === 0) return start(1);
    return at === 1 ? joined(2) : agentMessage(at + 1, `Event ${at + 1} of a long conversation.`);
  });
  const size = Math.max(1, Math.ceil(events / frames));
  return Array.from({ length: Math.ceil(events / size) }, (_, at) => ({
    type: 'EVENT_TYPE_EVENT_BATCH',
    payload: { events: all.slice(at * size, (at + 1) * size) },
  }));
}

/** Generates one message in a number of chunks, from this sequence on. */
export function stream(messageId: string, chunks: number, from: number): Step[] {
  return Array.from({ length: chunks }, (_, at) =>
    event('POLY_AGENT_MESSAGE_CHUNK', from + at, `gen-${messageId}-${at + 1}`, {
      message_id: messageId,
      text: `word${at + 1} `,
      ...noExtras,
      chunk_index: at + 1,
      is_complete: at === chunks - 1,
    }),
  );
}

export const messages = (count: number, from: number): Step[] =>
  Array.from({ length: count }, (_, at) => agentMessage(from + at, `Message ${at + 1}`));

export const generators = {
  history: { gen: z.literal('history'), events: z.int().min(1), frames: z.int().min(1).optional() },
  stream: {
    gen: z.literal('stream'),
    chunks: z.int().min(1),
    every_ms: ms.optional(),
    message_id: z.string().optional(),
    sequence: z.int().optional(),
  },
  messages: {
    gen: z.enum(['messages', 'flood']),
    count: z.int().min(1),
    every_ms: ms.optional(),
    sequence: z.int().optional(),
  },
};
