import { type Answer, type ClientFrame, createFarSide, type FarSide } from './far-side.ts';
import { type Act, filled, type Scenario, type Step } from './scenario.ts';

/** Plays a scenario against the real client and gives back the record of what happened. */

export interface Played {
  readonly far: FarSide;
  readonly named: ReadonlyMap<string, ClientFrame>;
  /** Time and number of frames sent when a mark was reached. */
  readonly marks: ReadonlyMap<string, { readonly at: number; readonly sent: number }>;
  /** What the script waited for in vain. */
  readonly faults: readonly string[];
  readonly offlineAt: number | undefined;
  /** The text of the last system message that the far side said. */
  readonly systemMessage: string | undefined;
  /** What the far side has stored. */
  readonly journal: readonly Step[];
}

/** What a step may carry beside its name. */
const STEPS: Record<string, readonly string[]> = {
  relay: ['answer', 'times', 'expect_upstream_calls'],
  upstream: ['answer'],
  ws: ['status', 'ms'],
  frame: [],
  raw: [],
  gen_raw: ['depth'],
  binary: [],
  await: ['as'],
  echo: [],
  commit: [],
  mark: [],
  close: [],
  drop: [],
  wait: [],
  net: [],
  auto_echo: [],
  expect_close: [],
  silence: [],
  blackhole: [],
  clock_jump_ms: [],
  server_policy: ['indices'],
  serve_ms: [],
};
const ACTS: Record<string, readonly string[]> = {
  open_widget: ['options'],
  seed_storage: ['session_id', 'at'],
  send: ['text', 'text_bytes', 'frame_bytes'],
  send_burst: ['count', 'every_ms', 'prefix'],
  retry: ['text'],
  reconnect_now: [],
  end_chat: [],
  close_page: [],
  hide_tab: ['timer_throttle_ms'],
  show_tab: [],
  set_clock_offset: ['ms', 'at'],
  register_callback: ['event', 'throws'],
};

/** The first step or act that this runner cannot do; those that need a browser are among them. */
export function unsupportedStep({ given, when }: Scenario): string | undefined {
  const unknown = (table: Record<string, readonly string[]>, name: string, keys: readonly string[]) =>
    !Object.hasOwn(table, name) || keys.some((key) => !table[name]?.includes(key));
  for (const step of given) {
    const [name = '', ...keys] = Object.keys(step);
    if (unknown(STEPS, name, keys)) return JSON.stringify(step).slice(0, 80);
    if (name === 'server_policy' && step[name] !== 'drop_user_messages') return JSON.stringify(step);
    if (name === 'ws' && !['accept', 'accept_after', 'refuse', 'reject', 'hang'].includes(String(step['ws'])))
      return JSON.stringify(step);
    const frame = step['frame'] as Step | undefined;
    if (frame?.['gen'] !== undefined && frame['gen'] !== 'agent_message' && frame['gen'] !== 'chunk')
      return JSON.stringify(frame);
  }
  for (const { after: _, do: name, ...rest } of when) {
    if (unknown(ACTS, name, Object.keys(rest))) return `${name} ${JSON.stringify(rest)}`.slice(0, 80);
  }
  return undefined;
}

const AT = '2026-11-02T09:00:00Z';

/** A frame that the scenario describes by its size. */
function generated(frame: Step): Step {
  if (frame['gen'] === undefined) return frame;
  const isChunk = frame['gen'] === 'chunk';
  return {
    id: `gen-${frame['message_id']}`,
    sequence: frame['sequence'],
    timestamp: AT,
    type: `EVENT_TYPE_POLY_AGENT_MESSAGE${isChunk ? '_CHUNK' : ''}`,
    payload: {
      message_id: frame['message_id'],
      text: 'x'.repeat(Number(frame['text_bytes'])),
      attachments: [],
      response_suggestions: [],
      ...(isChunk && { chunk_index: 1, is_complete: frame['is_complete'] }),
    },
  };
}

export async function play(scenario: Scenario, seed: number): Promise<Played> {
  const given = filled(scenario.given);
  let at = 0;
  const isExpected = (what: string) =>
    given
      .slice(at)
      .some((step) => (what === 'ws' ? 'ws' in step : step['relay'] === what.slice('relay '.length)));
  const seeded = filled(scenario.when.find((act) => act.do === 'seed_storage')?.['session_id']);
  const offset = scenario.when.find((act) => act.do === 'set_clock_offset')?.['ms'];
  const far = createFarSide(
    seed,
    isExpected,
    typeof seeded === 'string' ? seeded : null,
    Number(offset ?? 0),
    {
      hasUpstream: given.some((step) => 'upstream' in step),
      chatOptions: (scenario.when.find((act) => act.do === 'open_widget')?.['options'] ?? {}) as object,
    },
  );
  const { chat, clock } = far;
  const named = new Map<string, ClientFrame>();
  const committed = new Map<string, Step>();
  const marks = new Map<string, { at: number; sent: number }>();
  const faults: string[] = [];
  let read = 0;
  let offlineAt: number | undefined;
  let systemMessage: string | undefined;
  /** A hidden tab's timers run only this often. */
  let throttleMs: number | undefined;
  const journal: Step[] = [];
  let dropped: readonly number[] = [];
  let taken = 0;

  async function pass(ms: number): Promise<void> {
    await far.settle();
    for (let left = ms; left > 0; ) {
      const next = Math.min(left, throttleMs ?? Math.max(clock.nextIn() ?? left, 1));
      if (throttleMs) clock.jump(next);
      else clock.advance(next);
      left -= next;
      await far.settle();
    }
  }

  async function until(what: string, isDone: () => boolean, limitMs = 120_000): Promise<boolean> {
    await far.settle();
    for (let left = limitMs; !isDone() && left > 0; ) {
      const next = Math.min(left, Math.max(clock.nextIn() ?? left, 1));
      clock.advance(next);
      left -= next;
      await far.settle();
    }
    if (!isDone()) faults.push(`waited in vain for ${what}`);
    return isDone();
  }

  function act({ do: name, ...it }: Act): void {
    switch (name) {
      case 'open_widget':
        return chat.start();
      case 'send':
        return chat.send(textOf(it));
      case 'send_burst':
        for (let i = 0; i < Number(it['count']); i++) {
          clock.after(i * Number(it['every_ms']), () => chat.send(`${it['prefix']}${i}`));
        }
        return;
      case 'retry': {
        const entry = chat.transcript.value.find((row) => row.kind === 'message' && row.text === it['text']);
        return chat.retry(entry?.id ?? '');
      }
      case 'reconnect_now':
        return chat.reconnect();
      case 'end_chat':
        return chat.end();
      case 'close_page':
        return chat.dispose();
      case 'hide_tab':
        throttleMs = Number(it['timer_throttle_ms']);
        return;
      case 'show_tab':
        throttleMs = undefined;
        return far.show();
    }
  }

  let words = 0;
  function textOf(it: Readonly<Record<string, unknown>>): string {
    words += 1;
    if (typeof it['text'] === 'string') return it['text'];
    if (it['text_bytes'] !== undefined) return 'x'.repeat(Number(it['text_bytes']));
    const id = `client-${words}`;
    const custom = { client_event_id: id, local_id: id };
    const empty = JSON.stringify({
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: '' },
      metadata: { custom },
    });
    return 'x'.repeat(Number(it['frame_bytes']) - empty.length);
  }

  async function reach(mark: string): Promise<void> {
    marks.set(mark, { at: clock.now(), sent: far.sent.length });
    for (const it of scenario.when) if (it.after === mark) act(filled(it));
    await far.settle();
  }

  /** A server without a script: it stores and echoes, but for the visitor's messages that it loses by policy. */
  function serve(): void {
    far.server = {
      opened(connection) {
        const cursor = Number(connection.url.searchParams.get('cursor') ?? 0);
        const events = journal.filter(({ sequence }) => Number(sequence) > cursor);
        connection.on.text(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
      },
      took(frame, connection) {
        if (frame.type !== 'EVENT_TYPE_USER_MESSAGE') return;
        taken += 1;
        if (dropped.includes(taken)) return;
        const sequence = Number(journal.at(-1)?.['sequence'] ?? 0) + 1;
        const { at: _, ...sent } = frame;
        const payload = { ...frame.payload, message_id: `stored-${sequence}` };
        const event = { ...sent, payload, id: `stored-${sequence}`, sequence, timestamp: AT };
        journal.push(event);
        if (connection.state === 'open' && !connection.isClosedByClient)
          connection.on.text(JSON.stringify(event));
      },
    };
  }

  async function say(text: string): Promise<void> {
    if (!(await until('an open socket', () => far.current() !== undefined))) return;
    const connection = far.current();
    if (connection && !connection.isClosedByClient) connection.on.text(text);
    note(text);
    await far.settle();
  }

  /** What was said belongs to the journal, as far as it is numbered. */
  function note(text: string): void {
    let said: Step;
    try {
      said = JSON.parse(text) as Step;
    } catch {
      return;
    }
    const { events } = (said?.['payload'] ?? {}) as { events?: Step[]; message?: string };
    for (const event of events ?? [said]) {
      if (typeof event?.['sequence'] === 'number') journal.push(event);
      if (event?.['type'] === 'EVENT_TYPE_SYSTEM_MESSAGE') {
        systemMessage = (event['payload'] as { message?: string }).message;
      }
    }
  }

  const withCommits = (frame: Step): Step => {
    const payload = frame['payload'] as { events?: unknown } | undefined;
    if (!Array.isArray(payload?.events)) return frame;
    const events = payload.events.map(
      (event: Step | null) => committed.get(String(event?.['from_commit'])) ?? event,
    );
    return { ...frame, payload: { ...payload, events } };
  };

  /** What the platform stores of a client's frame, and echoes. */
  function stamped(of: string, it: Step): Step {
    const frame = named.get(of);
    const custom = { ...frame?.metadata?.custom, ...(it['extra_custom'] as object | undefined) };
    return {
      id: it['id'] ?? `commit-${it['sequence']}`,
      sequence: it['sequence'],
      timestamp: AT,
      type: frame?.type,
      payload: { ...frame?.payload, message_id: it['message_id'] ?? `message-${it['sequence']}` },
      ...(!it['strip_metadata'] && { metadata: { custom } }),
    };
  }

  async function take(step: Step): Promise<void> {
    const [name = '', value] = Object.entries(step)[0] ?? [];
    switch (name) {
      case 'relay':
        far.answer(String(value), step['answer'] as Answer | 'hang', Number(step['times'] ?? 1));
        return far.settle();
      case 'upstream':
        far.upstream?.answer(String(value), step['answer'] as Answer);
        return;
      case 'ws': {
        if (value === 'accept_after') await pass(Number(step['ms']));
        const answer =
          value === 'hang' ? 'hang' : value === 'refuse' || value === 'reject' ? 'refuse' : 'accept';
        await until('a handshake', far.nextHandshake(answer));
        return far.settle();
      }
      case 'frame':
        return say(JSON.stringify(withCommits(generated(value as Step))));
      case 'raw':
        return say(String(value));
      case 'gen_raw':
        return say('['.repeat(Number(step['depth'])) + ']'.repeat(Number(step['depth'])));
      case 'binary':
        far.current()?.on.binary();
        return far.settle();
      case 'await': {
        const { type } = value as { type: string };
        const find = () => far.sent.findIndex((frame, index) => index >= read && frame.type === type);
        if (!(await until(`a ${type}`, () => find() >= 0))) return;
        const frame = far.sent[find()];
        read = find() + 1;
        if (frame) named.set(String(step['as']), frame);
        return;
      }
      case 'echo':
        return say(JSON.stringify(stamped(String((value as Step)['of']), value as Step)));
      case 'commit':
        committed.set(String((value as Step)['of']), stamped(String((value as Step)['of']), value as Step));
        return;
      case 'mark':
        return reach(String(value));
      case 'close':
        far.cut(Number((value as Step)['code']));
        return far.settle();
      case 'drop':
        far.cut(1006);
        return far.settle();
      case 'wait':
        return pass(Number(value));
      case 'net':
        if (value === 'offline') offlineAt = clock.now();
        far.network(value as 'online' | 'offline');
        return far.settle();
      case 'expect_close':
        await until('the client to close', () => far.connections.at(-1)?.isClosedByClient === true);
        return;
      case 'silence':
      case 'blackhole':
        far.isSilent = true;
        await pass(typeof value === 'number' ? value : 0);
        far.isSilent = name === 'blackhole' && typeof value !== 'number';
        return;
      case 'server_policy':
        dropped = step['indices'] as readonly number[];
        return;
      case 'serve_ms':
        serve();
        return pass(Number(value));
      case 'clock_jump_ms':
        far.isSilent = true;
        clock.jump(Number(value));
        return far.settle();
    }
  }

  // What the platform answers has to be there before the client asks.
  for (const step of given) if ('upstream' in step) await take(step);
  await reach('start');
  for (const step of given.filter((it) => !('upstream' in it))) {
    at += 1;
    await take(step);
  }
  at = given.length;
  await pass(Number(scenario.then['wait'] ?? 3_000));
  return { far, named, marks, faults, offlineAt, systemMessage, journal };
}
