import * as z from 'zod';
import { STEMS } from '../../protocol/read-payload.ts';
import { issueText, oneOf } from '../http/request-input.ts';
import { bareKind } from './event-kinds.ts';

/** The schema of injected faults: the bodies of `POST /control/faults`. */

const MAX_WAIT_MS = 120_000;
const MAX_FAULTS = 20;

const integer = (min: number, max: number) => {
  const range = issueText(`must be an integer from ${min} to ${max}`);
  return z.int(range).min(min, range).max(max, range);
};
const shortText = (maxLength: number) => {
  const rule = issueText(`must be a string of 1 to ${maxLength} characters`);
  return z.string(rule).min(1, rule).max(maxLength, rule);
};
const errorStatus = integer(400, 599);
const PAGE_STATUS = 'must be 200 or an integer from 400 to 599';
/** A page has a body, so statuses without one (204, 304) are not possible. */
const pageStatus = z
  .int(issueText(PAGE_STATUS))
  .refine((status) => status === 200 || (status >= 400 && status <= 599), PAGE_STATUS);
/** The close codes that an endpoint may send (RFC 6455 §7.4). The others are reserved. */
const CLOSE_CODE = 'must be 1000 to 1003, 1007 to 1014 or 3000 to 4999';
const closeCode = z
  .int(issueText(CLOSE_CODE))
  .refine((code) => /^(?:100[0-37-9]|101[0-4]|[34]\d{3})$/.test(String(code)), CLOSE_CODE);
const probabilityRange = issueText('must be a number above 0 and up to 1');

/** The error of a discriminated union: an unknown word, or a value without any. */
const taggedBy = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    typeof input === 'object' && input !== null ? text : 'must be an object with on and do',
});

/** The selection among the items that a fault matches. By default the fault applies to all of them. */
const SELECTION = {
  /** The fault is removed after this number of applications. */
  count: integer(1, 1_000_000).optional(),
  every: integer(1, 10_000).optional(),
  probability: z.number(probabilityRange).gt(0, probabilityRange).max(1, probabilityRange).optional(),
  /** Makes the random choices of `probability` repeatable. */
  seed: integer(0, 0xffff_ffff).optional(),
};
const SESSION = { sessionId: shortText(64).optional() };

/** A close reason has at most 123 bytes of UTF-8, so 40 characters fit in every script. */
const CLOSE = { do: z.literal('close'), code: closeCode, reason: shortText(40).optional() };

const kind = z.string(issueText('must be an event type')).transform(bareKind).pipe(oneOf(STEMS));
const FRAMES = {
  on: oneOf(['frames-down', 'frames-up']),
  kinds: z
    .array(kind, issueText('must be a list of event types'))
    .min(1, issueText('must name at least one event type'))
    .optional(),
  ...SESSION,
  ...SELECTION,
};
const framesFault = z.discriminatedUnion(
  'do',
  [
    z.strictObject({ ...FRAMES, do: z.enum(['drop', 'duplicate', 'corrupt', 'cut']) }),
    z.strictObject({ ...FRAMES, ...CLOSE }),
    z.strictObject({ ...FRAMES, do: z.literal('delay'), inMs: integer(1, MAX_WAIT_MS) }),
    /** `inMs`: the longest time for which a frame waits to be overtaken. */
    z.strictObject({ ...FRAMES, do: z.literal('reorder'), inMs: integer(1, MAX_WAIT_MS).default(1_000) }),
    z.strictObject({ ...FRAMES, do: z.literal('trickle'), bytesPerS: integer(1, 1_000_000) }),
  ],
  issueText('must be one of drop, delay, duplicate, reorder, corrupt, trickle, cut, close'),
);

const RETRY = { retryAfterS: integer(0, 86_400).optional(), text: shortText(200).optional() };
const HANDSHAKE = { on: z.literal('handshake'), ...SESSION, ...SELECTION };
const handshakeFault = z.discriminatedUnion(
  'do',
  [
    z.strictObject({ ...HANDSHAKE, do: z.literal('refuse'), status: errorStatus, ...RETRY }),
    z.strictObject({ ...HANDSHAKE, do: z.literal('slow'), inMs: integer(1, MAX_WAIT_MS) }),
    z.strictObject({ ...HANDSHAKE, do: z.literal('reset') }),
  ],
  issueText('must be one of refuse, slow, reset'),
);

const REST = {
  on: z.literal('rest'),
  host: oneOf(['messaging', 'base', 'platform', 'outbound']),
  method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(),
  /** `*` stands for any characters. */
  path: shortText(200).optional(),
  /** Matches calls that name the session in their path or query. */
  ...SESSION,
  ...SELECTION,
};
const restFault = z.discriminatedUnion(
  'do',
  [
    z.strictObject({ ...REST, do: z.literal('status'), status: errorStatus, ...RETRY }),
    z.strictObject({ ...REST, do: z.literal('html'), status: pageStatus.default(200) }),
    z.strictObject({ ...REST, do: z.literal('slow'), inMs: integer(1, MAX_WAIT_MS) }),
    z.strictObject({ ...REST, do: z.literal('reset') }),
    z.strictObject({ ...REST, do: z.literal('throttle'), perMinute: integer(0, 100_000), ...RETRY }),
  ],
  issueText('must be one of status, html, slow, reset, throttle'),
);

const CONNECTION = { on: z.literal('connection'), ...SESSION };
const connectionFault = z.discriminatedUnion(
  'do',
  [z.strictObject({ ...CONNECTION, do: z.literal('cut') }), z.strictObject({ ...CONNECTION, ...CLOSE })],
  issueText('must be one of cut, close'),
);

const fault = z
  .discriminatedUnion(
    'on',
    [
      framesFault,
      handshakeFault,
      restFault,
      // These two are applied at once and do not stay in force.
      z.strictObject({ on: z.literal('session'), do: oneOf(['expire']), ...SESSION }),
      connectionFault,
    ],
    taggedBy('must be one of frames-down, frames-up, handshake, session, connection, rest'),
  )
  .check(({ value, issues }) => {
    if (value.on === 'session' || value.on === 'connection') return;
    const { every, probability, seed } = value;
    const addIssue = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    if (every !== undefined && probability !== undefined)
      addIssue('probability', 'cannot be given together with every');
    if (seed !== undefined && probability === undefined) addIssue('seed', 'is for a fault with probability');
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
    .min(1, issueText('must be one fault or more'))
    .max(MAX_FAULTS, issueText(`must be at most ${MAX_FAULTS} faults`)),
);
