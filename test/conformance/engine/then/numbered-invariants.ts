import { type Connection, reconnectDelays, type ScenarioRun } from '../recording.ts';

/** Invariants of docs/testing.md. Each returns `true` or the value that violates it. */

const NONE = { messages: [] } as const;

type Rule = (run: ScenarioRun) => true | unknown;

const FRAME_MAX = 131_072;
const OUTBOUND = ['REQUEST_POLY_AGENT_JOIN', 'USER_MESSAGE', 'USER_TYPING', 'USER_END_SESSION', 'HEARTBEAT'];

const none = (found: readonly unknown[]): true | unknown => found.length === 0 || found;
const bytes = (text: string) => new TextEncoder().encode(text).length;
const lastUntil = (connection: Connection) => connection.end?.at ?? Number.POSITIVE_INFINITY;

/** Sockets that were open at the same time as another one of the same page. */
const overlapping = ({ recording }: ScenarioRun) =>
  recording.connections.filter((one) =>
    recording.connections.some(
      (other) =>
        other !== one &&
        other.page === one.page &&
        other.openedAt !== undefined &&
        one.openedAt !== undefined &&
        other.openedAt <= one.openedAt &&
        lastUntil(other) > one.openedAt,
    ),
  );

const statusAt = ({ recording }: ScenarioRun, page: number, at: number) =>
  recording.statuses.findLast((status) => status.page === page && status.at <= at)?.status;

function isOfflineAt({ recording }: ScenarioRun, at: number): boolean {
  return recording.networkChanges.findLast((networkChange) => networkChange.at <= at)?.state === 'offline';
}

const wentOffline = ({ recording }: ScenarioRun) =>
  recording.networkChanges.some(({ state }) => state === 'offline');

const cursorsOf = ({ recording }: ScenarioRun) =>
  recording.connections.flatMap(({ url, page }) => {
    const cursor = url.searchParams.get('cursor');
    return cursor === null ? [] : [{ of: `${page} ${url.searchParams.get('session_id')}`, cursor }];
  });

const userFrames = ({ recording }: ScenarioRun) =>
  recording.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE');

function advertised({ recording }: ScenarioRun): number {
  const start = recording.journal.findLast((event) => event['type'] === 'EVENT_TYPE_SESSION_START');
  const payload = start?.['payload'] as
    | { readonly capabilities?: { readonly max_reconnect_attempts?: number } }
    | undefined;
  const attempts = payload?.capabilities?.max_reconnect_attempts ?? 10;
  return attempts === 0 ? Number.POSITIVE_INFINITY : attempts;
}

function refusedInARow({ recording }: ScenarioRun): number {
  let most = 0;
  let row = 0;
  for (const { end, openedAt } of recording.connections) {
    row = openedAt === undefined && end ? row + 1 : 0;
    most = Math.max(most, row);
  }
  return most;
}

export const INVARIANTS = {
  I1: (run) =>
    none(overlapping(run)) === true && run.recording.maxOpenSockets <= 10 ? true : overlapping(run),
  I2: ({ remaining }) => remaining.every(({ clientTimers }) => clientTimers <= 1) || remaining,
  // M-12.4: an attempt that the visitor wants may be the only one of its minute.
  I3: (run) =>
    none(
      run.recording.connections.filter(
        ({ page, askedAt }, index, connections) =>
          statusAt(run, page, askedAt) === 'ended' ||
          (isOfflineAt(run, askedAt) &&
            connections
              .slice(0, index)
              .some(
                (it) =>
                  it.page === page &&
                  isOfflineAt(run, it.askedAt) &&
                  askedAt - it.askedAt < 60_000 &&
                  !it.openedAt,
              )),
      ),
    ),
  I4: (run) => {
    const waits = reconnectDelays(run.recording).filter((reconnectDelay) => reconnectDelay !== undefined);
    const isInside = wentOffline(run) || waits.every((wait) => wait <= 30_000);
    return (isInside && refusedInARow(run) <= advertised(run)) || waits;
  },
  I5: (run) => {
    const cursors = cursorsOf(run);
    return none(
      cursors.filter(
        ({ of, cursor }, at) =>
          !/^\d{1,15}$/.test(cursor) ||
          cursors.slice(0, at).some((item) => item.of === of && Number(item.cursor) > Number(cursor)),
      ),
    );
  },
  I6: ({ recording }) => {
    const joins = recording.sent.filter(({ type }) => type === 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN');
    const sessions = joins.map(({ connection }) => connection.url.searchParams.get('session_id'));
    return none(sessions.filter((session) => sessions.filter((other) => other === session).length > 4));
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
        const ids = messages.map(({ message_id }) => message_id).filter((value) => value !== undefined);
        return new Set(ids).size !== ids.length;
      }),
    ),
  // The pages observe these two at every change, see `observations.ts`.
  I9: ({ recording }) => !recording.observations.has('I9') || 'a forbidden move',
  I11: ({ recording }) => !recording.observations.has('I11') || 'typing for too long',
  I10: ({ recording }) =>
    none(
      recording.statuses.filter(({ page, at }, index) => {
        const before = recording.statuses.slice(0, index).findLast((status) => status.page === page);
        return (
          before?.status === 'ended' && !recording.calls.some((call) => call.page === page && call.at >= at)
        );
      }),
    ),
  I12: ({ recording, views }) =>
    none(
      views.filter(
        (view, at) =>
          view?.status === 'online' &&
          !recording.connections.some(
            (connection) =>
              connection.page === at + 1 && connection.openedAt !== undefined && !connection.end,
          ),
      ),
    ),
  I13: ({ recording }) =>
    none(recording.sent.map(({ text }) => bytes(text)).filter((value) => value > FRAME_MAX)),
  I14: ({ recording }) =>
    none(
      recording.sent
        .map(({ type }) => type)
        .filter((type) => !OUTBOUND.includes(type.replace('EVENT_TYPE_', ''))),
    ),
  I15: (run) =>
    none(
      userFrames(run).filter(({ metadata }) => {
        const { client_event_id: id, local_id } = metadata?.custom ?? {};
        return typeof id !== 'string' || id !== local_id;
      }),
    ),
  I16: ({ recording }) => none(recording.sent.filter(({ at, connection }) => at > lastUntil(connection))),
  I17: ({ stored }) => none(Object.values(stored).filter((value) => !/^session-\d+$/.test(value))),
  I18: ({ recording }) =>
    none(
      [...recording.sent.map(({ text }) => text), ...recording.calls.map(({ body }) => body ?? '')].filter(
        (item) => /token-\d/.test(item),
      ),
    ),
  // I19 is checked at the end of every run, see `run.ts`.
  I19: () => true,
  I20: ({ recording }) => none(recording.errors),
} satisfies Readonly<Record<string, Rule>>;
