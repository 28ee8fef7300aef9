import * as z from 'zod';
import type { Page } from '../page.ts';
import type { Stage } from '../stage.ts';
import { ms, whole } from '../words.ts';
import { act } from './act.ts';

/** What the visitor writes. */

/** Everything of a USER_MESSAGE frame but its text: the ids are UUIDs. */
const ID = '0'.repeat(36);
const FRAME_BYTES = JSON.stringify({
  type: 'EVENT_TYPE_USER_MESSAGE',
  payload: { text: '' },
  metadata: { custom: { client_event_id: ID, local_id: ID } },
}).length;

const content = {
  text: z.string().optional(),
  text_bytes: whole.optional(),
  frame_bytes: z.int().min(FRAME_BYTES).optional(),
};

function textOf({ text, text_bytes, frame_bytes }: z.output<z.ZodObject<typeof content>>): string {
  return text ?? 'x'.repeat(text_bytes ?? Number(frame_bytes) - FRAME_BYTES);
}

/** Moments from now on, the first at once. */
function spread(stage: Stage, count: number, everyMs: number, run: (at: number) => Promise<void>): void {
  for (let i = 0; i < count; i++) stage.later(i * everyMs, () => run(i));
}

async function sendAll(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) await page.visitor.send(text);
}

export const writing = {
  send: act(content, (it, page) => page.visitor.send(textOf(it))),
  send_burst: act(
    {
      count: z.int().min(1),
      every_ms: ms.optional(),
      prefix: z.string().optional(),
      text: z.string().optional(),
    },
    ({ count, every_ms = 0, prefix = '', text }, page, stage) => {
      const words = (at: number) => text ?? `${prefix}${at}`;
      if (every_ms === 0)
        return sendAll(
          page,
          Array.from({ length: count }, (_, at) => words(at)),
        );
      return spread(stage, count, every_ms, (at) => page.visitor.send(words(at)));
    },
  ),
  type: act(
    {
      text: z.string().optional(),
      keys: z.union([whole, z.string()]).optional(),
      chars: whole.optional(),
      every_ms: ms.optional(),
      count: whole.optional(),
      for_ms: ms.optional(),
      duration_ms: ms.optional(),
    },
    ({ text, keys, chars, count: times, every_ms = 0, for_ms: forMs, duration_ms }, page, stage) => {
      const for_ms = forMs ?? duration_ms;
      const words = text ?? (typeof keys === 'string' ? keys : undefined);
      const count = typeof keys === 'number' ? keys : (chars ?? times);
      const asLong = for_ms === undefined || every_ms === 0 ? 1 : Math.floor(for_ms / every_ms) + 1;
      const total = words === undefined ? (count ?? asLong) : [...words].length;
      const gap = every_ms || (for_ms === undefined ? 0 : for_ms / Math.max(1, total - 1));
      return spread(stage, total, gap, (at) => page.visitor.key([...(words ?? '')][at] ?? 'a'));
    },
  ),
  clear_input: act({}, (_, page) => page.visitor.clear()),
  clear: act({}, (_, page) => page.visitor.clear()),
  blur: act({}, (_, page) => page.visitor.blur()),
  blur_input: act({}, (_, page) => page.visitor.blur()),
  retry: act({ text: z.string().optional() }, ({ text }, page) => page.visitor.retry(text)),
  tap_suggestion: act(
    {
      text: z.string().optional(),
      message_text: z.string().optional(),
      suggestion: z.string().optional(),
      index: whole.optional(),
    },
    async ({ text, message_text, suggestion, index = 0 }, page) => {
      const label = text ?? message_text ?? suggestion ?? (await page.look())?.suggestions[index];
      if (label === undefined) throw new Error('there is no suggestion to tap');
      await page.visitor.tap(label);
    },
  ),
};
