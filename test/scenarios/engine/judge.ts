import type { Entry } from '../../../src/chat/model.ts';
import { type SystemAction, systemAction } from '../../../src/protocol/system-messages.ts';
import type { Played } from './play.ts';
import { filled, isEqual, type Scenario } from './scenario.ts';
import { SECRETS } from './upstream.ts';

/** Holds what happened against `then`: whole values, every key, order included. */

type Expected = Readonly<Record<string, unknown>>;
type Range = readonly [number, number];
type Check = (played: Played, expected: never) => readonly string[];

const within = (value: number | undefined, [least, most]: Range) =>
  value !== undefined && value >= least && value <= most;
const said = (value: unknown) => JSON.stringify(value)?.slice(0, 300);
const differs = (what: string, found: unknown, expected: unknown): string[] =>
  isEqual(found, expected) ? [] : [`${what}: expected ${said(expected)}, found ${said(found)}`];

/** An entry in the scenarios' words. */
function shown(entry: Entry): Expected {
  if (entry.kind === 'notice') {
    const reason = entry.notice === 'conversation_ended' ? `REASON_${entry.reason.toUpperCase()}` : undefined;
    const { notice, ...rest } = entry;
    return { ...rest, role: 'notice', kind: notice, reason };
  }
  return {
    role: entry.author.replace('-', '_'),
    text: entry.text,
    text_bytes: new TextEncoder().encode(entry.text).length,
    message_id: entry.id,
    delivery: entry.delivery,
    streaming: entry.streaming,
    interrupted: entry.interrupted,
    attachments: entry.attachments.length,
    suggestions: entry.suggestions.map(({ messageText }) => messageText),
    reason: entry.failure,
    retry_control: entry.canRetry ?? false,
  };
}

function messages({ far }: Played, expected: readonly Expected[]): string[] {
  const found = far.chat.transcript.value.map(shown);
  const wanted = expected.flatMap(({ count, ...it }) => Array.from({ length: Number(count ?? 1) }, () => it));
  const isSame =
    found.length === wanted.length &&
    wanted.every((it, at) => Object.keys(it).every((key) => isEqual(it[key], found[at]?.[key])));
  return isSame ? [] : [`visible.messages: expected ${said(expected)}, found ${said(found)}`];
}

const VISIBLE: Record<string, Check> = {
  messages,
  status: ({ far }, it: string) => differs('visible.status', far.chat.connection.value, it),
  typing: ({ far }, it: boolean) => differs('visible.typing', far.chat.typing.value !== null, it),
  handoff: ({ far }, it: string) => differs('visible.handoff', far.chat.handoff.value.replace('-', '_'), it),
  input: ({ far }, it: string) =>
    differs('visible.input', far.chat.connection.value === 'ended' ? 'disabled' : 'enabled', it),
  retry_control: ({ far }, it: boolean) =>
    differs('visible.retry_control', far.chat.trouble.value?.canRetry ?? false, it),
  agent: ({ far }, it: { name: string }) =>
    differs('visible.agent', { name: far.chat.agent.value?.name }, it),
  ui_language: ({ far }, it: string) => differs('visible.ui_language', far.chat.language.value, it),
};

/** How long each attempt to reconnect waited after what it answers to. */
export function delays({ far }: Played): number[] {
  return far.connections.slice(1).map(({ askedAt }, at) => askedAt - (far.lostAt[at] ?? Number.NaN));
}

const TIMING: Record<string, Check> = {
  // Over all seeds: see `spread`.
  jitter_stddev_min_fraction: () => [],
  gaps_ms: ({ far }, ranges: readonly Range[]) => {
    const starts = far.calls.filter(({ operation }) => operation === 'create').map(({ at }) => at);
    return ranges.flatMap((range, at) => {
      const gap = (starts[at + 1] ?? Number.NaN) - (starts[at] ?? Number.NaN);
      return within(gap, range) ? [] : [`timing.gaps_ms ${at}: expected ${range}, found ${gap}`];
    });
  },
  per_call_timeout_ms: ({ far }, range: Range) =>
    far.calls.flatMap(({ at, endedAt, isAborted }) =>
      isAborted && within((endedAt ?? 0) - at, range)
        ? []
        : [`timing.per_call_timeout_ms: ${(endedAt ?? 0) - at}`],
    ),
  delays_ms: (played, ranges: readonly Range[]) => {
    const found = delays(played);
    return ranges.flatMap((range, at) =>
      within(found[at], range) ? [] : [`timing.delays_ms ${at}: expected ${range}, found ${found[at]}`],
    );
  },
  max_delay_ms: (played, most: number) =>
    delays(played).every((it) => it <= most) ? [] : [`timing.max_delay_ms: ${Math.max(...delays(played))}`],
  reconnect_after_online_ms: ({ far, marks }, range: Range) => {
    const waited = (far.connections.at(-1)?.askedAt ?? Number.NaN) - (marks.get('back')?.at ?? Number.NaN);
    return within(waited, range) ? [] : [`timing.reconnect_after_online_ms: ${waited}`];
  },
  heartbeats_per_minute: ({ far }, range: Range) => {
    const since = far.clock.now() - 60_000;
    const beats = far.sent.filter(({ type, at }) => type === 'EVENT_TYPE_HEARTBEAT' && at > since).length;
    return within(beats, range) ? [] : [`timing.heartbeats_per_minute: ${beats}`];
  },
};

/** Holds for the runs of all seeds together. */
export function spread(runs: readonly (readonly number[])[], least: number): readonly string[] {
  const first = runs.map(([delay = Number.NaN]) => delay);
  const mean = first.reduce((sum, it) => sum + it, 0) / first.length;
  const deviation = Math.sqrt(first.reduce((sum, it) => sum + (it - mean) ** 2, 0) / first.length);
  return deviation / mean >= least ? [] : [`timing.jitter_stddev_min_fraction: ${deviation / mean}`];
}

const INVARIANTS: Record<string, (played: Played) => boolean> = {
  listener_count_constant: ({ far }) => far.listeners() === 1,
  timer_count_constant: ({ far }) => far.clock.waiting() <= 1,
  each_client_id_committed_once: ({ far, journal }) => {
    const asked = new Set(far.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_MESSAGE').map(clientId));
    const stored = journal.map((event) => clientId(event as unknown as Parameters<typeof clientId>[0]));
    return (
      stored.filter(Boolean).length === asked.size && new Set(stored.filter(Boolean)).size === asked.size
    );
  },
};

function never({ far }: Played, what: string): string[] | undefined {
  const spinner = /^spinner_after_ms:(\d+)$/.exec(what);
  if (spinner) {
    const from = (far.statuses.find(({ status }) => status === 'connecting')?.at ?? 0) + Number(spinner[1]);
    const isSpinning = (status: string | undefined) => status === 'connecting' || status === 'reconnecting';
    const before = far.statuses.findLast(({ at }) => at <= from)?.status;
    const later = far.statuses.filter(({ at }) => at > from).map(({ status }) => status);
    return [before, ...later].some(isSpinning) ? [`never ${what}`] : [];
  }
  const text = /^text:(.*)$/s.exec(what)?.[1];
  if (text !== undefined) {
    const words = far.chat.transcript.value.map((it) =>
      it.kind === 'message' || it.notice === 'system' ? it.text : '',
    );
    return words.some((it) => it.includes(text)) ? [`never ${what}`] : [];
  }
  if (what === 'Object.prototype.polluted') return 'polluted' in {} ? [`never ${what}`] : [];
  return undefined;
}

const isQuiet = ({ type }: { type: string }) =>
  type !== 'EVENT_TYPE_HEARTBEAT' && type !== 'EVENT_TYPE_USER_TYPING';
const clientId = (frame: { metadata?: { custom: Record<string, string> } } | undefined) =>
  frame?.metadata?.custom['client_event_id'];

interface Matcher {
  readonly type: string;
  readonly payload?: unknown;
  readonly count?: number;
  readonly same_client_id?: boolean;
}

const THEN: Record<string, Check> = {
  wait: () => [],
  visible: (played, expected: Expected) =>
    Object.entries(expected).flatMap(([key, it]) =>
      it === null ? [] : (VISIBLE[key]?.(played, it as never) ?? []),
    ),
  timing: (played, expected: Expected) =>
    Object.entries(expected).flatMap(([key, it]) => TIMING[key]?.(played, it as never) ?? []),
  invariants: (played, expected: readonly string[]) =>
    expected.flatMap((name) => (INVARIANTS[name]?.(played) ? [] : [`invariant ${name}`])),
  never: (played, expected: readonly string[]) => expected.flatMap((it) => never(played, it) ?? []),
  outbound: ({ far }, matchers: readonly Matcher[]) =>
    matchers.flatMap(({ type, payload, count, same_client_id }) => {
      const found = far.sent.filter(
        (it) => it.type === type && (payload === undefined || isEqual(it.payload, payload)),
      );
      return [
        ...(count === undefined && found.length === 0 ? [`outbound ${type}: none`] : []),
        ...(count === undefined ? [] : differs(`outbound ${type}`, found.length, count)),
        ...(same_client_id && new Set(found.map(clientId)).size !== 1
          ? [`outbound ${type}: ids differ`]
          : []),
      ];
    }),
  outbound_exact: ({ far }, matchers: readonly Matcher[]) => {
    const found = far.sent.filter(isQuiet).map(({ type, payload }) => ({ type, payload }));
    return differs(
      'outbound_exact',
      found.map((it, at) => (matchers[at]?.payload === undefined ? { type: it.type } : it)),
      matchers.map(({ type, payload }) => (payload === undefined ? { type } : { type, payload })),
    );
  },
  outbound_after_mark: ({ far, marks }, expected: Readonly<Record<string, readonly Matcher[]>>) =>
    Object.entries(expected).flatMap(([mark, matchers]) => {
      const found = far.sent.slice(marks.get(mark)?.sent ?? 0).filter(isQuiet);
      return differs(
        `outbound_after_mark ${mark}`,
        found.map(({ type }) => type),
        matchers.map(({ type }) => type),
      );
    }),
  same_client_id_across: ({ named }, names: readonly string[]) =>
    new Set(names.map((it) => clientId(named.get(it)) ?? it)).size === 1
      ? []
      : ['same_client_id_across: they differ'],
  relay_calls: ({ far }, expected: Readonly<Record<string, number>>) =>
    Object.entries(expected).flatMap(([operation, count]) =>
      differs(`relay_calls ${operation}`, far.calls.filter((it) => it.operation === operation).length, count),
    ),
  connections_total: ({ far }, it: number) => differs('connections_total', far.connections.length, it),
  connections_total_max: ({ far }, it: number) =>
    far.connections.length <= it ? [] : [`connections_total_max: ${far.connections.length}`],
  open_sockets_max: ({ far }, it: number) => {
    const open = far.connections.filter(
      ({ state, isClosedByClient }) => state === 'open' && !isClosedByClient,
    ).length;
    return open <= it ? [] : [`open_sockets_max: ${open}`];
  },
  connections: (played, expected: readonly Expected[]) =>
    expected.flatMap((it) => {
      const at = Number(it['n']) - 1;
      const connection = played.far.connections[at];
      if (!connection) return [`connections: there is no ${at + 1}`];
      const { searchParams, search } = connection.url;
      const query = (it['query'] ?? {}) as Readonly<Record<string, string | null>>;
      const patterns = (it['query_matches'] ?? {}) as Readonly<Record<string, string>>;
      return [
        ...Object.entries(query).flatMap(([key, value]) =>
          differs(`connection ${at + 1} ${key}`, searchParams.get(key), value),
        ),
        ...Object.entries(patterns).flatMap(([key, pattern]) =>
          new RegExp(pattern).test(searchParams.get(key) ?? '')
            ? []
            : [`connection ${at + 1} ${key}: ${searchParams.get(key)}`],
        ),
        ...(search.includes(String(it['query_raw_contains'] ?? ''))
          ? []
          : [`connection ${at + 1}: ${search}`]),
        ...(it['query_raw_excludes'] !== undefined && search.includes(String(it['query_raw_excludes']))
          ? [`connection ${at + 1}: ${search}`]
          : []),
        ...(it['delay_ms'] === undefined || within(delays(played)[at - 1], it['delay_ms'] as Range)
          ? []
          : [`connection ${at + 1} after ${delays(played)[at - 1]} ms`]),
      ];
    }),
  stored: ({ far }, expected: { keys?: readonly string[]; session_id?: string }) => [
    ...(expected.keys
      ? differs('stored.keys', far.stored.id === null ? [] : ['session_id'], expected.keys)
      : []),
    ...(expected.session_id === undefined
      ? []
      : differs('stored.session_id', far.stored.id, expected.session_id)),
  ],
  upstream_calls_order: ({ far }, expected: readonly string[]) =>
    differs(
      'upstream_calls_order',
      far.upstream?.calls.map(({ name }) => name),
      expected,
    ),
  upstream_calls: ({ far }, expected: Readonly<Record<string, number>>) =>
    Object.entries(expected).flatMap(([name, count]) =>
      differs(
        `upstream_calls ${name}`,
        (far.upstream?.calls ?? []).filter((it) => it.name === name).length,
        count,
      ),
    ),
  upstream_headers: ({ far }, expected: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    Object.entries(expected).flatMap(([name, headers]) =>
      Object.entries(headers).flatMap(([header, value]) => {
        const found = far.upstream?.calls.find((it) => it.name === name)?.headers.get(header) ?? null;
        const wanted = value.replace('$T1', 'token-1');
        return value === 'present'
          ? found
            ? []
            : [`upstream_headers ${header}: absent`]
          : differs(header, found, wanted);
      }),
    ),
  upstream_body: ({ far }, expected: Readonly<Record<string, unknown>>) =>
    Object.entries(expected).flatMap(([name, body]) =>
      differs(`upstream_body ${name}`, far.upstream?.calls.find((it) => it.name === name)?.body, body),
    ),
  upstream_body_excludes: ({ far }, words: readonly string[]) => {
    const bodies = JSON.stringify(far.upstream?.calls.map(({ body }) => body) ?? null);
    return words.filter((it) => bodies.includes(it)).map((it) => `upstream_body_excludes ${it}`);
  },
  relay_response_excludes: ({ far }, names: readonly (keyof typeof SECRETS)[]) =>
    names
      .filter(
        (it) => !far.upstream?.said.length || far.upstream.said.some((text) => text.includes(SECRETS[it])),
      )
      .map((it) => `relay_response_excludes ${it}`),
  counters: ({ far }, expected: { wire_rejected: number }) =>
    differs(
      'counters.wire_rejected',
      far.dropped.filter(({ what }) => what !== 'field').length,
      expected.wire_rejected,
    ),
  handling: ({ systemMessage }, it: string) =>
    differs('handling', systemMessage && HANDLING[systemAction(systemMessage)], it),
  trace: ({ far, offlineAt }, expected: readonly { at_ms_after_offline: number; status: string }[]) =>
    expected.flatMap(({ at_ms_after_offline, status }) => {
      const at = (offlineAt ?? 0) + at_ms_after_offline;
      return differs('trace', far.statuses.findLast((it) => it.at <= at)?.status, status);
    }),
};

/** The scenarios' words for what a system message leads to. */
const HANDLING: Partial<Record<SystemAction, string>> = {
  gone: 'expired',
  rejoin: 'rejoin',
  log: 'silent_log',
};

/** What may stand inside of a key; any other name makes the scenario unsupported. */
const INSIDE: Record<string, (name: string) => boolean> = {
  visible: (name) => Object.hasOwn(VISIBLE, name),
  timing: (name) => Object.hasOwn(TIMING, name),
  invariants: (name) => Object.hasOwn(INVARIANTS, name),
  stored: (name) => name === 'keys' || name === 'session_id',
  counters: (name) => name === 'wire_rejected',
  never: (name) => /^(spinner_after_ms:\d+|text:.*|Object\.prototype\.polluted)$/s.test(name),
};

/** The first thing of `then` that this runner cannot judge. */
export function unsupportedCheck({ then }: Scenario): string | undefined {
  if (then['handling'] !== undefined && !Object.values(HANDLING).includes(String(then['handling']))) {
    return `then.handling ${then['handling']}`;
  }
  for (const [key, value] of Object.entries(then)) {
    if (!Object.hasOwn(THEN, key)) return `then.${key}`;
    const names = Array.isArray(value)
      ? value.filter((it) => typeof it === 'string')
      : Object.keys(value as object);
    const stranger = INSIDE[key] && names.find((name) => !INSIDE[key]?.(name));
    if (typeof stranger === 'string') return `then.${key} ${stranger}`;
  }
  return undefined;
}

export const judge = (scenario: Scenario, played: Played): readonly string[] => [
  ...played.faults,
  ...Object.entries(filled(scenario.then)).flatMap(([key, it]) => THEN[key]?.(played, it as never) ?? []),
];
