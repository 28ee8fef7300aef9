import * as z from 'zod';
import { difference, type Expected } from '../compare.ts';
import type { View } from '../page.ts';
import { Unsupported } from '../scenario.ts';
import { wholeNumber } from '../vocabulary.ts';
import { messageDifferences, row } from './rows.ts';

/** Words of an expected view. A null value is not compared. */

interface VisibleWord {
  readonly shape: z.ZodType;
  readonly differences: (what: string, expected: never, found: View) => string[];
}

function visibleWord<Shape extends z.ZodType>(
  shape: Shape,
  compare: (what: string, expected: z.output<Shape>, found: View) => string[],
): VisibleWord {
  return { shape, differences: compare };
}

/** Word that has the same name in the view. */
const sameName = (shape: z.ZodType, name: keyof View): VisibleWord =>
  visibleWord(shape, (what, expected, found) => {
    if (found[name] === undefined && !(name in found)) throw new Unsupported(`${what} cannot be seen`);
    return difference(what, found[name] ?? null, expected);
  });

const typing = visibleWord(
  z.union([z.boolean(), z.strictObject({ name: z.string() })]),
  (what, expected, { typing: isTyping, typing_name }) =>
    typeof expected === 'boolean'
      ? difference(what, isTyping, expected)
      : difference(what, isTyping ? { name: typing_name } : null, expected),
);

export const VISIBLE: Readonly<Record<string, VisibleWord>> = {
  messages: visibleWord(z.array(row), (what, expected, found) =>
    messageDifferences(what, expected, found.messages),
  ),
  status: sameName(
    z.enum(['idle', 'connecting', 'online', 'reconnecting', 'offline', 'failed', 'ended']),
    'status',
  ),
  // The view has no handoff state for the end; the conversation's status shows it.
  handoff: visibleWord(
    z.enum(['none', 'requested', 'queued', 'live', 'client_required', 'failed', 'timeout', 'ended']),
    (what, expected, { handoff, status }) =>
      difference(
        what,
        expected === 'ended' && handoff === 'none' && status === 'ended' ? 'ended' : handoff,
        expected,
      ),
  ),
  typing,
  typing_name: sameName(z.string().nullable(), 'typing_name'),
  input: sameName(z.enum(['enabled', 'disabled']), 'input'),
  retry_control: sameName(z.boolean(), 'retry_control'),
  new_chat_control: sameName(z.boolean(), 'new_chat_control'),
  new_chat_offered: sameName(z.boolean(), 'new_chat_control'),
  restart_control: sameName(z.boolean(), 'new_chat_control'),
  spinner: visibleWord(z.boolean(), (what, expected, { status }) =>
    difference(what, ['connecting', 'reconnecting'].includes(status), expected),
  ),
  banner: sameName(z.boolean(), 'banner'),
  suggestions: sameName(z.array(z.string()), 'suggestions'),
  ui_language: sameName(z.string(), 'ui_language'),
  ui_dir: sameName(z.enum(['ltr', 'rtl']), 'ui_dir'),
  unread: sameName(wholeNumber, 'unread'),
  /** Kinds of all notices, in order. */
  notices: visibleWord(z.array(z.string()), (what, expected, { messages }) =>
    difference(
      what,
      messages.flatMap(({ kind }) => kind ?? []),
      expected,
    ),
  ),
  message_count: visibleWord(wholeNumber, (what, expected, { messages }) =>
    difference(what, messages.length, expected),
  ),
  agent: visibleWord(
    z.strictObject({ name: z.string().nullable().optional(), avatar_url: z.string().nullable().optional() }),
    (what, expected, { agent }) =>
      Object.entries(expected).flatMap(([key, value]) => {
        if (!agent || !(key in agent)) throw new Unsupported(`${what}.${key} cannot be seen`);
        return difference(`${what}.${key}`, agent[key as 'name'] ?? null, value);
      }),
  ),
};

/** Words that can be seen while the panel is closed. */
const VISIBLE_WHEN_CLOSED: readonly string[] = ['status', 'handoff', 'unread'];

export const viewDifferences = (what: string, expected: Expected, view: View | undefined): string[] =>
  Object.entries(expected).flatMap(([key, value]) => {
    if (value === null) return [];
    if (view?.isClosed && !VISIBLE_WHEN_CLOSED.includes(key))
      throw new Unsupported(`${what}.${key}: the panel is closed`);
    return view
      ? (VISIBLE[key]?.differences(`${what}.${key}`, value as never, view) ?? [])
      : [`${what}: there was no such moment`];
  });
