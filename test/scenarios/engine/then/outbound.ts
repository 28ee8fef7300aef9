import * as z from 'zod';
import { differs, matches, said, unless } from '../compare.ts';
import type { ClientFrame, Played } from '../record.ts';
import { anything, tab, whole } from '../words.ts';
import { type Check, check } from './check.ts';

/** What the client has to send, over all its sockets. */

const record = z.record(z.string(), anything);

const matcher = z.strictObject({
  type: z.string(),
  payload: record.optional(),
  metadata: record.optional(),
  text: z.string().optional(),
  tab: tab.optional(),
});
const counted = matcher.extend({
  count: whole.optional(),
  count_min: whole.optional(),
  count_max: whole.optional(),
  same_client_id: z.boolean().optional(),
  distinct_client_ids: z.boolean().optional(),
  /** The texts of all that match, in order. */
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

/** The complete list, in order. */
function exactly(what: string, matchers: readonly Matcher[], frames: readonly ClientFrame[]): string[] {
  const isSame =
    frames.length === matchers.length &&
    matchers.every((it, at) => frames[at] !== undefined && isMatch(frames[at], it));
  return unless(isSame, what, matchers, inShort(frames));
}

function count(what: string, it: z.output<typeof counted>, { chronicle }: Played): string[] {
  const found = chronicle.sent.filter((frame) => isMatch(frame, it));
  const ids = new Set(found.map(clientId));
  const place = `${what} ${it.type}`;
  const isBounded = [it.count, it.count_min, it.count_max].some((bound) => bound !== undefined);
  const texts = it.texts ?? it.order;
  return [
    ...(isBounded || found.length > 0 ? [] : [`${place}: none like ${said(it)}`]),
    ...(it.count === undefined ? [] : differs(place, found.length, it.count)),
    ...unless(found.length >= (it.count_min ?? 0), `${place} count_min`, it.count_min, found.length),
    ...unless(
      found.length <= (it.count_max ?? Number.POSITIVE_INFINITY),
      `${place} count_max`,
      it.count_max,
      found.length,
    ),
    ...(it.same_client_id === undefined
      ? []
      : unless((ids.size === 1) === it.same_client_id, `${place} same_client_id`, it.same_client_id, [
          ...ids,
        ])),
    ...(it.distinct_client_ids === undefined
      ? []
      : unless(
          (ids.size === found.length) === it.distinct_client_ids,
          `${place} distinct_client_ids`,
          it.distinct_client_ids,
          [...ids],
        )),
    ...(texts === undefined
      ? []
      : differs(
          `${place} texts`,
          found.map(({ payload }) => payload['text']),
          texts,
        )),
  ];
}

const aroundMark = (pick: (sent: readonly ClientFrame[], at: number) => readonly ClientFrame[]): Check =>
  check(z.record(z.string(), z.array(matcher)), (what, expected, { chronicle, marks }) =>
    Object.entries(expected).flatMap(([mark, matchers]) => {
      const moment = marks.get(mark);
      if (!moment) return [`${what} ${mark}: the mark was not reached`];
      return exactly(`${what} ${mark}`, matchers, pick(chronicle.sent, moment.sent).filter(isQuiet));
    }),
  );

export const outbound: Readonly<Record<string, Check>> = {
  outbound: check(z.array(counted), (what, expected, played) =>
    expected.flatMap((it) => count(what, it, played)),
  ),
  outbound_exact: check(z.array(matcher), (what, expected, { chronicle }) =>
    exactly(what, expected, chronicle.sent.filter(isQuiet)),
  ),
  /** These types, in this order, with anything between them. */
  outbound_order: check(z.array(z.string()), (what, expected, { chronicle }) => {
    let at = 0;
    for (const { type } of chronicle.sent) if (type === expected[at]) at += 1;
    return unless(
      at === expected.length,
      what,
      expected,
      chronicle.sent.map(({ type }) => type),
    );
  }),
  outbound_after_mark: aroundMark((sent, at) => sent.slice(at)),
  outbound_before_mark: aroundMark((sent, at) => sent.slice(0, at)),
  same_client_id_across: check(z.array(z.string()).min(2), (what, names, { named }) => {
    const ids = names.map((it) => clientId(named.get(it)));
    return unless(ids[0] !== undefined && new Set(ids).size === 1, what, names, ids);
  }),
};
