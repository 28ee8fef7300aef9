import * as z from 'zod';
import type { Page } from '../page.ts';
import type { PlayContext } from '../play-context.ts';
import { ms, wholeNumber } from '../vocabulary.ts';
import { action } from './action.ts';

/** Actions in the composer and the transcript. */

/** Bytes of a USER_MESSAGE frame without its text. The ids are UUIDs. */
const ID = '0'.repeat(36);
const FRAME_BYTES = JSON.stringify({
  type: 'EVENT_TYPE_USER_MESSAGE',
  payload: { text: '' },
  metadata: { custom: { client_event_id: ID, local_id: ID } },
}).length;

const content = {
  text: z.string().optional(),
  text_bytes: wholeNumber.optional(),
  frame_bytes: z.int().min(FRAME_BYTES).optional(),
};

function textOf({ text, text_bytes, frame_bytes }: z.output<z.ZodObject<typeof content>>): string {
  return text ?? 'x'.repeat(text_bytes ?? Number(frame_bytes) - FRAME_BYTES);
}

/** Schedules repetitions at an interval, the first one immediately. */
function spread(
  context: PlayContext,
  count: number,
  everyMs: number,
  run: (at: number) => Promise<void>,
): void {
  for (let i = 0; i < count; i++) context.schedule(i * everyMs, () => run(i));
}

async function sendAll(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) await page.visitor.send(text);
}

export const writing = {
  send: action(content, (value, page) => page.visitor.send(textOf(value))),
  send_burst: action(
    {
      count: z.int().min(1),
      every_ms: ms.optional(),
      prefix: z.string().optional(),
      text: z.string().optional(),
    },
    ({ count, every_ms = 0, prefix = '', text }, page, context) => {
      const words = (at: number) => text ?? `${prefix}${at}`;
      if (every_ms === 0)
        return sendAll(
          page,
          Array.from({ length: count }, (_, at) => words(at)),
        );
      return spread(context, count, every_ms, (at) => page.visitor.send(words(at)));
    },
  ),
  type: action(
    {
      text: z.string().optional(),
      keys: z.union([wholeNumber, z.string()]).optional(),
      chars: wholeNumber.optional(),
      every_ms: ms.optional(),
      count: wholeNumber.optional(),
      for_ms: ms.optional(),
      duration_ms: ms.optional(),
    },
    ({ text, keys, chars, count: times, every_ms = 0, for_ms: forMs, duration_ms }, page, context) => {
      const for_ms = forMs ?? duration_ms;
      const words = text ?? (typeof keys === 'string' ? keys : undefined);
      const count = typeof keys === 'number' ? keys : (chars ?? times);
      const asLong = for_ms === undefined || every_ms === 0 ? 1 : Math.floor(for_ms / every_ms) + 1;
      const total = words === undefined ? (count ?? asLong) : [...words].length;
      const gap = every_ms || (for_ms === undefined ? 0 : for_ms / Math.max(1, total - 1));
      return spread(context, total, gap, (at) => page.visitor.pressKey([...(words ?? '')][at] ?? 'a'));
    },
  ),
  clear_input: action({}, (_, page) => page.visitor.clear()),
  clear: action({}, (_, page) => page.visitor.clear()),
  blur: action({}, (_, page) => page.visitor.blur()),
  blur_input: action({}, (_, page) => page.visitor.blur()),
  retry: action({ text: z.string().optional() }, ({ text }, page) => page.visitor.retry(text)),
  tap_suggestion: action(
    {
      text: z.string().optional(),
      message_text: z.string().optional(),
      suggestion: z.string().optional(),
      index: wholeNumber.optional(),
    },
    async ({ text, message_text, suggestion, index = 0 }, page) => {
      const label = text ?? message_text ?? suggestion ?? (await page.view())?.suggestions[index];
      if (label === undefined) throw new Error('there is no suggestion to tap');
      await page.visitor.tapSuggestion(label);
    },
  ),
};
