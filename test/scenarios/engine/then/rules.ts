import { type Connection, delays, type Played } from '../record.ts';

/** The numbered invariants (reliability §6): `true`, or what was found instead. */

const NONE = { messages: [] } as const;

type Rule = (played: Played) => true | unknown;

const FRAME_MAX = 131_072;
const OUTBOUND = ['REQUEST_POLY_AGENT_JOIN', 'USER_MESSAGE', 'USER_TYPING', 'USER_END_SESSION', 'HEARTBEAT'];

const none = (found: readonly unknown[]): true | unknown => found.length === 0 || found;
const bytes = (text: string) => new TextEncoder().encode(text).length;
const lastUntil = (it: Connection) => it.end?.at ?? Number.POSITIVE_INFINITY;

/** Sockets that were open while another one of the same page was. */
const overlapping = ({ chronicle }: Played) =>
  chronicle.connections.filter((one) =>
    chronicle.connections.some(
      (other) =>
        other !== one &&
        other.page === one.page &&
        other.openedAt !== undefined &&
        one.openedAt !== undefined &&
        other.openedAt <= one.openedAt &&
        lastUntil(other) > one.openedAt,
    ),
  );

const statusAt = ({ chronicle }: Played, page: number, at: number) =>
  chronicle.statuses.findLast((it) => it.page === page && it.at <= at)?.status;

function isOfflineAt({ chronicle }: Played, at: number): boolean {
  return chronicle.networkNews.findLast((it) => it.at <= at)?.news === 'offline';
}

const wentOffline = ({ chronicle }: Played) => chronicle.networkNews.some(({ news }) => news === 'offline');

const cursorsOf = ({ chronicle }: Played) =>
  chronicle.connections.flatMap(({ url, page }) => {
    const cursor = url.searchParams.get('cursor');
    return cursor === null ? [] : [{ of: `${page} ${url.searchParams.get('session_id')}`, cursor }];
  });

const userFrames = ({ chronicle }: Played) =>
  chronicle.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE');

function advertised({ chronicle }: Played): number {
  const start = chronicle.journal.findLast((it) => it['type'] === 'EVENT_TYPE_SESSION_START');
  const payload = start?.['payload'] as
    | { readonly capabilities?: { readonly max_reconnect_attempts?: number } }
    | undefined;
  const attempts = payload?.capabilities?.max_reconnect_attempts ?? 10;
  return attempts === 0 ? Number.POSITIVE_INFINITY : attempts;
}

function refusedInARow({ chronicle }: Played): number {
  let most = 0;
  let row = 0;
  for (const { end, openedAt } of chronicle.connections) {
    row = openedAt === undefined && end ? row + 1 : 0;
    most = Math.max(most, row);
  }
  return most;
}

export const RULES = {
  I1: (played) =>
    none(overlapping(played)) === true && played.chronicle.mostOpen <= 10 ? true : overlapping(played),
  I2: ({ remains }) => remains.every(({ timers }) => timers <= 1) || remains,
  I3: (played) =>
    none(
      played.chronicle.connections.filter(
        ({ page, askedAt }) => isOfflineAt(played, askedAt) || statusAt(played, page, askedAt) === 'ended',
      ),
    ),
  I4: (played) => {
    const waits = delays(played.chronicle).filter((it) => it !== undefined);
    const isInside = wentOffline(played) || waits.every((it) => it <= 30_000);
    return (isInside && refusedInARow(played) <= advertised(played)) || waits;
  },
  I5: (played) => {
    const cursors = cursorsOf(played);
    return none(
      cursors.filter(
        ({ of, cursor }, at) =>
          !/^\d{1,15}$/.test(cursor) ||
          cursors.slice(0, at).some((it) => it.of === of && Number(it.cursor) > Number(cursor)),
      ),
    );
  },
  I6: ({ chronicle }) => {
    const joins = chronicle.sent.filter(({ type }) => type === 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN');
    const sessions = joins.map(({ connection }) => connection.url.searchParams.get('session_id'));
    return none(sessions.filter((it) => sessions.filter((other) => other === it).length > 4));
  },
  I7: ({ views }) =>
    none(
      views.filter((view) => {
        const { messages } = view ?? NONE;
        const first = messages.findIndex(({ delivery }) => delivery === 'sending');
        return (
          first >= 0 &&
          messages.slice(first).some(({ delivery }) => delivery === 'sent' || delivery === undefined)
        );
      }),
    ),
  I8: ({ views }) =>
    none(
      views.filter((view) => {
        const { messages } = view ?? NONE;
        const ids = messages.map(({ message_id }) => message_id).filter((it) => it !== undefined);
        return new Set(ids).size !== ids.length;
      }),
    ),
  // The pages look out for these two by themselves: see `watched.ts`.
  I9: ({ chronicle }) => !chronicle.sightings.has('I9') || 'a forbidden move',
  I11: ({ chronicle }) => !chronicle.sightings.has('I11') || 'typing for too long',
  I10: ({ chronicle }) =>
    none(
      chronicle.statuses.filter(({ page, at }, index) => {
        const before = chronicle.statuses.slice(0, index).findLast((it) => it.page === page);
        return before?.status === 'ended' && !chronicle.calls.some((it) => it.page === page && it.at >= at);
      }),
    ),
  I12: ({ chronicle, views }) =>
    none(
      views.filter(
        (view, at) =>
          view?.status === 'online' &&
          !chronicle.connections.some((it) => it.page === at + 1 && it.openedAt !== undefined && !it.end),
      ),
    ),
  I13: ({ chronicle }) => none(chronicle.sent.map(({ text }) => bytes(text)).filter((it) => it > FRAME_MAX)),
  I14: ({ chronicle }) =>
    none(
      chronicle.sent
        .map(({ type }) => type)
        .filter((it) => !OUTBOUND.includes(it.replace('EVENT_TYPE_', ''))),
    ),
  I15: (played) =>
    none(
      userFrames(played).filter(({ metadata }) => {
        const { client_event_id: id, local_id } = metadata?.custom ?? {};
        return typeof id !== 'string' || id !== local_id;
      }),
    ),
  I16: ({ chronicle }) => none(chronicle.sent.filter(({ at, connection }) => at > lastUntil(connection))),
  I17: ({ stored }) => none(Object.values(stored).filter((it) => !/^session-\d+$/.test(it))),
  I18: ({ chronicle }) =>
    none(
      [...chronicle.sent.map(({ text }) => text), ...chronicle.calls.map(({ body }) => body ?? '')].filter(
        (it) => /token-\d/.test(it),
      ),
    ),
  // I19 is held against every run when it is over: see `run.ts`.
  I19: () => true,
  I20: ({ chronicle }) => none(chronicle.errors),
} satisfies Readonly<Record<string, Rule>>;
