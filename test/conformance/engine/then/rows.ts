import * as z from 'zod';
import { type Expected, matches, shortJson } from '../compare.ts';
import type { TranscriptRow } from '../page.ts';
import { Unsupported } from '../scenario.ts';
import { wholeNumber } from '../vocabulary.ts';

/** Comparison of the transcript: all rows in order, and of each row the expected keys. */

const attachment = z.strictObject({
  title: z.string().optional(),
  content_type: z.string().optional(),
  content_url: z.string().optional(),
  preview_image_url: z.string().optional(),
  call_to_action_text: z.string().optional(),
});

export const row = z.strictObject({
  role: z.enum(['user', 'agent', 'live_agent', 'notice']).optional(),
  kind: z.string().optional(),
  text: z.string().optional(),
  text_bytes: wholeNumber.optional(),
  text_contains: z.string().optional(),
  message_id: z.string().optional(),
  delivery: z.enum(['sending', 'sent', 'delivered', 'read', 'failed']).optional(),
  streaming: z.boolean().optional(),
  interrupted: z.boolean().optional(),
  attachments: z.union([wholeNumber, z.array(attachment)]).optional(),
  suggestions: z.array(z.string()).optional(),
  call_actions: wholeNumber.optional(),
  reason: z.string().nullable().optional(),
  retry_control: z.boolean().optional(),
  name: z.string().nullable().optional(),
  agent_name: z.string().nullable().optional(),
  author: z.string().nullable().optional(),
  position: z.number().nullable().optional(),
  queue_name: z.string().nullable().optional(),
  estimated_wait_seconds: z.number().nullable().optional(),
  display_message: z.string().nullable().optional(),
  route: z.string().nullable().optional(),
  level: z.string().optional(),
  count: wholeNumber.optional(),
});
type ExpectedRow = z.output<typeof row>;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ATTACHMENT_CONTENT_TYPE_URL: 'url',
  ATTACHMENT_CONTENT_TYPE_IMAGE: 'image',
};

/** Key of a found row by key of an expected row, where they differ. */
const SOURCE: Readonly<Record<string, keyof TranscriptRow>> = {
  text_bytes: 'text',
  text_contains: 'text',
  agent_name: 'name',
  author: 'name',
};

/** Compares one key of an expected row. null: the found row must not have it. */
function holds(found: TranscriptRow, key: string, expected: unknown): boolean {
  const text = found.text ?? '';
  switch (key) {
    case 'text':
      return found.isLaidOut ? text.trimEnd() === String(expected).trimEnd() : text === expected;
    case 'text_bytes':
      return new TextEncoder().encode(text).length === expected;
    case 'text_contains':
      return text.includes(String(expected));
    case 'attachments': {
      const list = found.attachments ?? [];
      if (typeof expected === 'number') return list.length === expected;
      const wanted = expected as readonly Expected[];
      return (
        list.length === wanted.length &&
        wanted.every((row, at) =>
          Object.entries(row).every(([name, value]) => {
            const isType = name === 'content_type';
            return matches(list[at]?.[name], isType ? (CONTENT_TYPES[String(value)] ?? value) : value);
          }),
        )
      );
    }
    case 'level':
      return found.level === String(expected).replace('SYSTEM_MESSAGE_LEVEL_', '').toLowerCase();
    default: {
      const value = found[SOURCE[key] ?? (key as keyof TranscriptRow)];
      return expected === null ? value === undefined : matches(value, expected);
    }
  }
}

/** True for a key that this runner cannot see in the row. */
const isHidden = (found: TranscriptRow, key: string) =>
  found.hidden?.includes(SOURCE[key] ?? (key as keyof TranscriptRow)) === true;

/** Shortens found rows to their identifying and expected keys. */
const inShort = (found: readonly TranscriptRow[], wanted: readonly ExpectedRow[]) =>
  found.map((one, at) => {
    const keys = ['role', 'kind', 'text', ...Object.keys(wanted[at] ?? {})].map((key) => SOURCE[key] ?? key);
    return Object.fromEntries(Object.entries(one).filter(([key]) => keys.includes(key)));
  });

export function messageDifferences(
  what: string,
  expected: readonly ExpectedRow[],
  found: readonly TranscriptRow[],
): string[] {
  const wanted = expected.flatMap(({ count = 1, ...expectation }) =>
    Array.from({ length: count }, () => expectation),
  );
  const isSame =
    found.length === wanted.length &&
    wanted.every((row, at) => {
      const one = found[at];
      return (
        one !== undefined &&
        Object.entries(row).every(([key, value]) => isHidden(one, key) || holds(one, key, value))
      );
    });
  if (!isSame)
    return [`${what}: expected ${shortJson(expected)}, found ${shortJson(inShort(found, wanted))}`];
  for (const [at, it] of wanted.entries()) {
    const hidden = Object.keys(it).find((key) => found[at] && isHidden(found[at], key));
    if (hidden) throw new Unsupported(`${what} ${at}.${hidden} cannot be seen`);
  }
  return [];
}
