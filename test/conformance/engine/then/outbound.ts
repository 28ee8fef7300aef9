import * as z from 'zod';
import { difference, failUnless, matches, shortJson } from '../compare.ts';
import type { ClientFrame, ScenarioRun } from '../recording.ts';
import { anything, tab, wholeNumber } from '../vocabulary.ts';
import { type Check, check } from './check.ts';

/** Expectations of the client's frames, over all sockets. */

const record = z.record(z.string(), anything);

/** Types of the five client events (M-5.1) in both dialects. */
export const CLIENT_TYPES = [
  'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN',
  'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN',
  'EVENT_TYPE_USER_MESSAGE',
  'EVENT_TYPE_USER_TYPING',
  'EVENT_TYPE_USER_END_SESSION',
  'EVENT_TYPE_HEARTBEAT',
] as const;

const matcher = z.strictObject({
  type: z.enum(CLIENT_TYPES),
  payload: record.optional(),
  metadata: record.optional(),
  text: z.string().optional(),
  tab: tab.optional(),
});
const counted = matcher.extend({
  count: wholeNumber.optional(),
  count_min: wholeNumber.optional(),
  count_max: wholeNumber.optional(),
  same_client_id: z.boolean().optional(),
  distinct_client_ids: z.boolean().optional(),
  /** Texts of all matching frames, in order. */
  texts: z.array(z.string()).optional(),
  order: z.array(z.string()).optional(),
});
type Matcher = z.output<typeof matcher>;

export const clientId = (
  frame:
    | { readonly metadata?: { readonly custom?: Readonly<Record<string, unknown>> } | undefined }
    | undefined,
): unknown => frame?.metadata?.custom?.['client_event_id'];

const isMatch = (frame: ClientFrame, { type, payload, metadata, text, tab: page }: Matcher): boolean =>
  frame.type === type &&
  (payload === undefined || matches(frame.payload, payload)) &&
  (metadata === undefined || matches(frame.metadata, metadata)) &&
  (text === undefined || frame.payload['text'] === text) &&
  (page === undefined || page === 'all' || page === frame.page);

const isQuiet = ({ type }: ClientFrame) =>
  type !== 'EVENT_TYPE_HEARTBEAT' && type !== 'EVENT_TYPE_USER_TYPING';

const inShort = (frames: readonly ClientFrame[]) =>
  frames.map(({ type, payload, metadata }) => ({ type, payload, metadata }));

/** Compares the complete list of frames, in order. */
function exactly(what: string, matchers: readonly Matcher[], frames: readonly ClientFrame[]): string[] {
  const isSame =
    frames.length === matchers.length &&
    matchers.every((matcher, at) => frames[at] !== undefined && isMatch(frames[at], matcher));
  return failUnless(isSame, what, matchers, inShort(frames));
}

function count(what: string, value: z.output<typeof counted>, { recording }: ScenarioRun): string[] {
  const found = recording.sent.filter((frame) => isMatch(frame, value));
  const ids = new Set(found.map(clientId));
  const place = `${what} ${value.type}`;
  const isBounded = [value.count, value.count_min, value.count_max].some((bound) => bound !== undefined);
  const texts = value.texts ?? value.order;
  return [
    ...(isBounded || found.length > 0 ? [] : [`${place}: none like ${shortJson(value)}`]),
    ...(value.count === undefined ? [] : difference(place, found.length, value.count)),
    ...failUnless(
      found.length >= (value.count_min ?? 0),
      `${place} count_min`,
      value.count_min,
      found.length,
    ),
    ...failUnless(
      found.length <= (value.count_max ?? Number.POSITIVE_INFINITY),
      `${place} count_max`,
      value.count_max,
      found.length,
    ),
    ...(value.same_client_id === undefined
      ? []
      : failUnless(
          (ids.size === 1) === value.same_client_id,
          `${place} same_client_id`,
          value.same_client_id,
          [...ids],
        )),
    ...(value.distinct_client_ids === undefined
      ? []
      : failUnless(
          (ids.size === found.length) === value.distinct_client_ids,
          `${place} distinct_client_ids`,
          value.distinct_client_ids,
          [...ids],
        )),
    ...(texts === undefined
      ? []
      : difference(
          `${place} texts`,
          found.map(({ payload }) => payload['text']),
          texts,
        )),
  ];
}

const aroundMark = (pick: (sent: readonly ClientFrame[], at: number) => readonly ClientFrame[]): Check =>
  check(z.record(z.string(), z.array(matcher)), (what, expected, { recording, marks }) =>
    Object.entries(expected).flatMap(([mark, matchers]) => {
      const moment = marks.get(mark);
      if (!moment) return [`${what} ${mark}: the mark was not reached`];
      return exactly(`${what} ${mark}`, matchers, pick(recording.sent, moment.sentCount).filter(isQuiet));
    }),
  );

export const outbound: Readonly<Record<string, Check>> = {
  outbound: check(z.array(counted), (what, expected, run) =>
    expected.flatMap((expectation) => count(what, expectation, run)),
  ),
  outbound_exact: check(z.array(matcher), (what, expected, { recording }) =>
    exactly(what, expected, recording.sent.filter(isQuiet)),
  ),
  /** Types that occur in this order, with any frames between them. */
  outbound_order: check(z.array(z.enum(CLIENT_TYPES)), (what, expected, { recording }) => {
    let at = 0;
    for (const { type } of recording.sent) if (type === expected[at]) at += 1;
    return failUnless(
      at === expected.length,
      what,
      expected,
      recording.sent.map(({ type }) => type),
    );
  }),
  outbound_after_mark: aroundMark((sent, at) => sent.slice(at)),
  outbound_before_mark: aroundMark((sent, at) => sent.slice(0, at)),
  same_client_id_across: check(z.array(z.string()).min(2), (what, names, { namedFrames }) => {
    const ids = names.map((name) => clientId(namedFrames.get(name)));
    return failUnless(ids[0] !== undefined && new Set(ids).size === 1, what, names, ids);
  }),
};
