import * as z from 'zod';
import { must, oneOf } from '../rest/input.ts';
import { bareKind, KINDS } from './kinds.ts';

/** What can be ordered to go wrong, as data. */

const MOST_MS = 120_000;
const MOST_FAULTS = 20;

const whole = (least: number, most: number) => {
  const range = must(`must be an integer from ${least} to ${most}`);
  return z.int(range).min(least, range).max(most, range);
};
const words = (most: number) => {
  const rule = must(`must be a string of 1 to ${most} characters`);
  return z.string(rule).min(1, rule).max(most, rule);
};
const failure = whole(400, 599);
const PAGE_STATUS = 'must be 200 or an integer from 400 to 599';
/** A body cannot follow 204 or 304, so a page has none of these. */
const pageStatus = z
  .int(must(PAGE_STATUS))
  .refine((it) => it === 200 || (it >= 400 && it <= 599), PAGE_STATUS);
/** What an endpoint may send; the other numbers of the range say that nothing was sent (RFC 6455 §7.4). */
const CLOSE_CODE = 'must be 1000 to 1003, 1007 to 1014 or 3000 to 4999';
const closeCode = z
  .int(must(CLOSE_CODE))
  .refine((it) => /^(?:100[0-37-9]|101[0-4]|[34]\d{3})$/.test(String(it)), CLOSE_CODE);
const share = must('must be a number above 0 and up to 1');

/** For what is told apart by a word: it is none of those, or there is nothing to say it. */
const taggedBy = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    typeof input === 'object' && input !== null ? text : 'must be an object with on and do',
});

/** Which of the happenings that it fits a fault strikes; all of them unless told otherwise. */
const HOW_OFTEN = {
  /** Then it is over. */
  count: whole(1, 1_000_000).optional(),
  every: whole(1, 10_000).optional(),
  probability: z.number(share).gt(0, share).max(1, share).optional(),
  /** Makes the dice of `probability` fall the same way again. */
  seed: whole(0, 0xffff_ffff).optional(),
};
const SESSION = { sessionId: words(64).optional() };

/** `reason` is what 123 bytes hold in any writing. */
const CLOSE = { do: z.literal('close'), code: closeCode, reason: words(40).optional() };

const kind = z.string(must('must be an event type')).transform(bareKind).pipe(oneOf(KINDS));
const FRAMES = {
  on: oneOf(['frames-down', 'frames-up']),
  kinds: z
    .array(kind, must('must be a list of event types'))
    .min(1, must('must name at least one event type'))
    .optional(),
  ...SESSION,
  ...HOW_OFTEN,
};
const framesFault = z.discriminatedUnion(
  'do',
  [
    z.strictObject({ ...FRAMES, do: z.enum(['drop', 'duplicate', 'corrupt', 'cut']) }),
    z.strictObject({ ...FRAMES, ...CLOSE }),
    z.strictObject({ ...FRAMES, do: z.literal('delay'), inMs: whole(1, MOST_MS) }),
    /** `inMs`: how long at most a frame waits for the one that overtakes it. */
    z.strictObject({ ...FRAMES, do: z.literal('reorder'), inMs: whole(1, MOST_MS).default(1_000) }),
    z.strictObject({ ...FRAMES, do: z.literal('trickle'), bytesPerS: whole(1, 1_000_000) }),
  ],
  must('must be one of drop, delay, duplicate, reorder, corrupt, trickle, cut, close'),
);

const RETRY = { retryAfterS: whole(0, 86_400).optional(), text: words(200).optional() };
const HANDSHAKE = { on: z.literal('handshake'), ...SESSION, ...HOW_OFTEN };
const handshakeFault = z.discriminatedUnion(
  'do',
  [
    z.strictObject({ ...HANDSHAKE, do: z.literal('refuse'), status: failure, ...RETRY }),
    z.strictObject({ ...HANDSHAKE, do: z.literal('slow'), inMs: whole(1, MOST_MS) }),
    z.strictObject({ ...HANDSHAKE, do: z.literal('reset') }),
  ],
  must('must be one of refuse, slow, reset'),
);

const REST = {
  on: z.literal('rest'),
  host: oneOf(['messaging', 'base', 'platform', 'outbound']),
  method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(),
  /** `*` stands for any characters. */
  path: words(200).optional(),
  /** Calls that name it, in their path or their query. */
  ...SESSION,
  ...HOW_OFTEN,
};
const restFault = z.discriminatedUnion(
  'do',
  [
    z.strictObject({ ...REST, do: z.literal('status'), status: failure, ...RETRY }),
    z.strictObject({ ...REST, do: z.literal('html'), status: pageStatus.default(200) }),
    z.strictObject({ ...REST, do: z.literal('slow'), inMs: whole(1, MOST_MS) }),
    z.strictObject({ ...REST, do: z.literal('reset') }),
    z.strictObject({ ...REST, do: z.literal('throttle'), perMinute: whole(0, 100_000), ...RETRY }),
  ],
  must('must be one of status, html, slow, reset, throttle'),
);

const CONNECTION = { on: z.literal('connection'), ...SESSION };
const connectionFault = z.discriminatedUnion(
  'do',
  [z.strictObject({ ...CONNECTION, do: z.literal('cut') }), z.strictObject({ ...CONNECTION, ...CLOSE })],
  must('must be one of cut, close'),
);

const fault = z
  .discriminatedUnion(
    'on',
    [
      framesFault,
      handshakeFault,
      restFault,
      // These two strike at once what is there, and are over.
      z.strictObject({ on: z.literal('session'), do: oneOf(['expire']), ...SESSION }),
      connectionFault,
    ],
    taggedBy('must be one of frames-down, frames-up, handshake, session, connection, rest'),
  )
  .check(({ value, issues }) => {
    if (value.on === 'session' || value.on === 'connection') return;
    const { every, probability, seed } = value;
    const complain = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    if (every !== undefined && probability !== undefined)
      complain('probability', 'cannot be given together with every');
    if (seed !== undefined && probability === undefined) complain('seed', 'is for a fault with probability');
  });

export type InjectedFault = z.output<typeof fault>;
export type LastingFault = Exclude<InjectedFault, { on: 'session' | 'connection' }>;
export type FrameFault = Extract<InjectedFault, { on: 'frames-down' | 'frames-up' }>;
export type HandshakeFault = Extract<InjectedFault, { on: 'handshake' }>;
export type RestFault = Extract<InjectedFault, { on: 'rest' }>;

/** One fault or a list of them. */
export const faultRequest = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z
    .array(fault)
    .min(1, must('must be one fault or more'))
    .max(MOST_FAULTS, must(`must be at most ${MOST_FAULTS} faults`)),
);
