import * as z from 'zod';
import { unless } from '../compare.ts';
import type { Played } from '../record.ts';
import { whole } from '../words.ts';
import { type Check, check } from './check.ts';

/** What the client made of things: of system messages, and of what it could not use. */

const notices = ({ views }: Played) => (views[0]?.messages ?? []).filter(({ role }) => role === 'notice');
const isShown = (played: Played) =>
  notices(played).some(
    ({ kind, text }) => kind === 'system' && text === played.chronicle.systemMessages.at(-1),
  );
const has = (played: Played, kind: string) => notices(played).some((it) => it.kind === kind);
const joins = ({ chronicle }: Played) =>
  chronicle.sent.filter(({ type }) => type === 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN').length;

/** spec messaging §10: the catalogue's actions, by what they look like from outside. */
const HANDLING: Readonly<Record<string, (played: Played) => boolean>> = {
  expired: (played) => played.views[0]?.status === 'ended' && has(played, 'session_expired'),
  rejoin: (played) => joins(played) > 1,
  silent_log: (played) => !isShown(played) && played.views[0]?.status === 'online',
  show: isShown,
  show_retry: isShown,
  handoff_failed: (played) => has(played, 'handoff_failed') || played.views[0]?.handoff === 'failed',
  message_failed: ({ views }) =>
    views[0]?.messages.findLast(({ role }) => role === 'user')?.delivery === 'failed',
  configuration: ({ views: [view] }) => view?.status === 'failed' && !view.retry_control,
  check_session: ({ chronicle }) => chronicle.calls.some(({ operation }) => operation === 'session_status'),
};
/** Other words for the same. */
const SAME: Readonly<Record<string, string>> = {
  notice: 'show',
  show_notice: 'show',
  show_and_retry: 'show_retry',
  not_delivered: 'message_failed',
  config_error: 'configuration',
  configuration_error: 'configuration',
  check: 'check_session',
  transient: 'check_session',
  show_resend: 'show',
  retryable: 'show',
  send_failed: 'message_failed',
  handoff_failure: 'handoff_failed',
  config: 'configuration',
  config_fault: 'configuration',
  log: 'silent_log',
  new_chat: 'expired',
};
const WORDS = [...Object.keys(HANDLING), ...Object.keys(SAME)] as [string, ...string[]];

const COUNTERS: Readonly<
  Record<string, (it: { readonly what: string; readonly reason: string }) => boolean>
> = {
  wire_rejected: ({ what }) => what === 'frame' || what === 'event',
  unknown_types: ({ reason }) => reason.startsWith('unknown type'),
  unknown_events: ({ reason }) => reason.startsWith('unknown type'),
  binary_frames: ({ reason }) => reason === 'binary',
  binary_ignored: ({ reason }) => reason === 'binary',
  ignored: ({ what }) => what === 'ignored',
};
const NAMES = Object.keys(COUNTERS) as [string, ...string[]];

const eventName = (name: string) => name.replaceAll('_', '-');

export const handling: Readonly<Record<string, Check>> = {
  handling: check(z.enum(WORDS), (what, expected, played) => {
    const holds = HANDLING[SAME[expected] ?? expected]?.(played) ?? false;
    return unless(holds, what, expected, { shown: notices(played), status: played.views[0]?.status });
  }),
  counters: check(
    z.partialRecord(z.enum(NAMES), whole),
    (what, expected, { chronicle }) =>
      Object.entries(expected).flatMap(([name, count]) => {
        const found = chronicle.dropped.filter((it) => COUNTERS[name]?.(it)).length;
        return unless(found === count, `${what}.${name}`, count, found);
      }),
    'memory',
  ),
  /** Errors that nobody caught, and rejections. */
  uncaught_errors: check(whole, (what, expected, { chronicle }) =>
    unless(chronicle.errors.length === expected, what, expected, chronicle.errors),
  ),
  /** How often the embedding page heard of it. */
  host_events: check(z.record(z.string(), whole), (what, expected, { chronicle }) =>
    Object.entries(expected).flatMap(([name, count]) => {
      const found = chronicle.events.filter((it) => it.name === eventName(name)).length;
      return unless(found === count, `${what}.${name}`, count, found);
    }),
  ),
};
