import * as z from 'zod';
import { differs, type Expected } from '../compare.ts';
import type { View } from '../page.ts';
import { Unsupported } from '../scenario.ts';
import { whole } from '../words.ts';
import { messagesDiffer, row } from './rows.ts';

/** What a visitor has to see. Each word may be null: not judged. */

interface Sight {
  readonly shape: z.ZodType;
  readonly differs: (what: string, expected: never, found: View) => string[];
}

function sight<Shape extends z.ZodType>(
  shape: Shape,
  compare: (what: string, expected: z.output<Shape>, found: View) => string[],
): Sight {
  return { shape, differs: compare };
}

/** A word that stands in the view under its own name. */
const plain = (shape: z.ZodType, name: keyof View): Sight =>
  sight(shape, (what, expected, found) => {
    if (found[name] === undefined && !(name in found)) throw new Unsupported(`${what} cannot be seen`);
    return differs(what, found[name] ?? null, expected);
  });

const typing = sight(
  z.union([z.boolean(), z.strictObject({ name: z.string() })]),
  (what, expected, { typing: isTyping, typing_name }) =>
    typeof expected === 'boolean'
      ? differs(what, isTyping, expected)
      : differs(what, isTyping ? { name: typing_name } : null, expected),
);

export const VISIBLE: Readonly<Record<string, Sight>> = {
  messages: sight(z.array(row), (what, expected, found) => messagesDiffer(what, expected, found.messages)),
  status: plain(
    z.enum(['idle', 'connecting', 'online', 'reconnecting', 'offline', 'failed', 'ended']),
    'status',
  ),
  // Our handoff has no word of its own for the end: it is the conversation's.
  handoff: sight(
    z.enum(['none', 'requested', 'queued', 'live', 'client_required', 'failed', 'timeout', 'ended']),
    (what, expected, { handoff, status }) =>
      differs(
        what,
        expected === 'ended' && handoff === 'none' && status === 'ended' ? 'ended' : handoff,
        expected,
      ),
  ),
  typing,
  typing_name: plain(z.string().nullable(), 'typing_name'),
  input: plain(z.enum(['enabled', 'disabled']), 'input'),
  retry_control: plain(z.boolean(), 'retry_control'),
  new_chat_control: plain(z.boolean(), 'new_chat_control'),
  new_chat_offered: plain(z.boolean(), 'new_chat_control'),
  restart_control: plain(z.boolean(), 'new_chat_control'),
  spinner: sight(z.boolean(), (what, expected, { status }) =>
    differs(what, ['connecting', 'reconnecting'].includes(status), expected),
  ),
  banner: plain(z.boolean(), 'banner'),
  suggestions: plain(z.array(z.string()), 'suggestions'),
  ui_language: plain(z.string(), 'ui_language'),
  ui_dir: plain(z.enum(['ltr', 'rtl']), 'ui_dir'),
  unread: plain(whole, 'unread'),
  /** The kinds of all notices, in order. */
  notices: sight(z.array(z.string()), (what, expected, { messages }) =>
    differs(
      what,
      messages.flatMap(({ kind }) => kind ?? []),
      expected,
    ),
  ),
  message_count: sight(whole, (what, expected, { messages }) => differs(what, messages.length, expected)),
  agent: sight(
    z.strictObject({ name: z.string().nullable().optional(), avatar_url: z.string().nullable().optional() }),
    (what, expected, { agent }) =>
      Object.entries(expected).flatMap(([key, value]) => {
        if (!agent || !(key in agent)) throw new Unsupported(`${what}.${key} cannot be seen`);
        return differs(`${what}.${key}`, agent[key as 'name'] ?? null, value);
      }),
  ),
};

/** What can be seen of a chat whose panel is closed. */
const OUTSIDE: readonly string[] = ['status', 'handoff', 'unread'];

export const seen = (what: string, expected: Expected, view: View | undefined): string[] =>
  Object.entries(expected).flatMap(([key, it]) => {
    if (it === null) return [];
    if (view?.isClosed && !OUTSIDE.includes(key))
      throw new Unsupported(`${what}.${key}: the panel is closed`);
    return view
      ? (VISIBLE[key]?.differs(`${what}.${key}`, it as never, view) ?? [])
      : [`${what}: there was no such moment`];
  });
