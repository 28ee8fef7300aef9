import * as z from 'zod';
import { failUnless } from '../compare.ts';
import type { ScenarioRun } from '../recording.ts';
import { type Ability, checkAbility, wholeNumber } from '../vocabulary.ts';
import { type Check, check } from './check.ts';

/** Expectations of the handling of system messages and unusable input. */

const notices = ({ views }: ScenarioRun) =>
  (views[0]?.messages ?? []).filter(({ role }) => role === 'notice');
const isShown = (run: ScenarioRun) =>
  notices(run).some(({ kind, text }) => kind === 'system' && text === run.recording.systemMessages.at(-1));
/** A message or the connection has a button to try again. */
const offersRetry = ({ views: [view] }: ScenarioRun) =>
  view !== undefined && (view.retry_control || view.messages.some((message) => message.retry_control));
const has = (run: ScenarioRun, kind: string) => notices(run).some((notice) => notice.kind === kind);
const joins = ({ recording }: ScenarioRun) =>
  recording.sent.filter(({ type }) => type === 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN').length;

/** M-10.1 to M-10.11: visible effects of the catalogue's actions. */
const HANDLING: Readonly<Record<string, (run: ScenarioRun) => boolean>> = {
  expired: (run) => run.views[0]?.status === 'ended' && has(run, 'session_expired'),
  rejoin: (run) => joins(run) > 1,
  silent_log: (run) => !isShown(run) && run.views[0]?.status === 'online',
  show: isShown,
  show_retry: (run) => isShown(run) && offersRetry(run),
  handoff_failed: (run) => has(run, 'handoff_failed') || run.views[0]?.handoff === 'failed',
  message_failed: ({ views }) =>
    views[0]?.messages.findLast(({ role }) => role === 'user')?.delivery === 'failed',
  configuration: ({ views: [view] }) => view?.status === 'failed' && !view.retry_control,
  check_session: ({ recording }) => recording.calls.some(({ operation }) => operation === 'session_status'),
};
/** Synonyms. */
const SAME: Readonly<Record<string, string>> = {
  notice: 'show',
  show_notice: 'show',
  show_and_retry: 'show_retry',
  not_delivered: 'message_failed',
  config_error: 'configuration',
  configuration_error: 'configuration',
  check: 'check_session',
  transient: 'check_session',
  show_resend: 'show_retry',
  retryable: 'show_retry',
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
/** Events of the API (contract §2); the ability that a runner needs to observe them. */
const EVENTS: Readonly<Record<string, Ability | undefined>> = {
  message: undefined,
  'client-handoff-required': undefined,
  'session-start': undefined,
  'session-end': undefined,
  open: 'browser',
  close: 'browser',
  connection: 'browser',
  handoff: 'browser',
  language: 'browser',
  unread: 'browser',
  error: 'browser',
};
const hostEvents = check(z.record(z.string(), wholeNumber), (what, expected, { recording }) =>
  Object.entries(expected).flatMap(([name, count]) => {
    const found = recording.events.filter((event) => event.name === eventName(name)).length;
    return failUnless(found === count, `${what}.${name}`, count, found);
  }),
);

export const handling: Readonly<Record<string, Check>> = {
  handling: check(z.enum(WORDS), (what, expected, run) => {
    const holds = HANDLING[SAME[expected] ?? expected]?.(run) ?? false;
    return failUnless(holds, what, expected, { shown: notices(run), status: run.views[0]?.status });
  }),
  counters: check(
    z.partialRecord(z.enum(NAMES), wholeNumber),
    (what, expected, { recording }) =>
      Object.entries(expected).flatMap(([name, count]) => {
        const found = recording.dropped.filter((item) => COUNTERS[name]?.(item)).length;
        return failUnless(found === count, `${what}.${name}`, count, found);
      }),
    'memory',
  ),
  /** Number of uncaught errors and unhandled rejections. */
  uncaught_errors: check(wholeNumber, (what, expected, { recording }) =>
    failUnless(recording.errors.length === expected, what, expected, recording.errors),
  ),
  /** Number of events that the embedding page received, by name. */
  host_events: {
    ...hostEvents,
    findUnknown(what, value, abilities) {
      const unknown = hostEvents.findUnknown(what, value, abilities);
      if (unknown) return unknown;
      for (const name of Object.keys(value as object)) {
        if (!Object.hasOwn(EVENTS, eventName(name))) return { what: `${what}.${name}` };
        const missing = checkAbility(`${what}.${name}`, EVENTS[eventName(name)], abilities);
        if (missing) return missing;
      }
      return undefined;
    },
  },
};
