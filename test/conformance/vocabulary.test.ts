import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../src/widget/locales/translations/strings.ts';
import { ACTIONS } from './engine/actions/index.ts';
import { runScenario } from './engine/run.ts';
import type { Scenario } from './engine/scenario.ts';
import { STEPS } from './engine/steps/index.ts';
import { THEN } from './engine/then/index.ts';
import { TIMING } from './engine/then/timing.ts';
import { VISIBLE } from './engine/then/visible.ts';
import { JOINED, message, OPEN, richScenario, scenario } from './samples.ts';

type Then = Scenario['then'];

const HELLO = { role: 'agent', text: 'Hello' };
const YES = { role: 'user', text: 'Yes, please', delivery: 'sent' };
const STARTED = { role: 'notice', kind: 'handoff_started' };
const NOOR = { role: 'notice', kind: 'live_agent_joined', name: 'Noor' };
const rows = (first: object, second: object = YES, third: object = NOOR): Then => ({
  visible: { messages: [first, second, STARTED, third] },
});
const USER = 'EVENT_TYPE_USER_MESSAGE';
const JOIN = 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN';
const IDS = { custom: { client_event_id: '$uuid', local_id: '$same' } };

/** Expectations that hold for the rich sample, each with one that does not. */
const CASES: readonly (readonly [string, Then, Then])[] = [
  ['visible.messages', rows(HELLO), { visible: { messages: [HELLO, YES] } }],
  ['visible.messages order', rows(HELLO), rows(YES, HELLO)],
  ['role', rows({ role: 'agent' }), rows({ role: 'live_agent' })],
  ['text', rows(HELLO), rows({ ...HELLO, text: 'Hello ' })],
  ['text_bytes', rows({ text_bytes: 5 }), rows({ text_bytes: 6 })],
  ['text_contains', rows({ text_contains: 'ell' }), rows({ text_contains: 'Ell' })],
  ['message_id', rows({ message_id: 'm-4' }), rows({ message_id: 'm-5' })],
  ['delivery', rows(HELLO, { delivery: 'sent' }), rows(HELLO, { delivery: 'sending' })],
  ['streaming', rows({ streaming: false }), rows({ streaming: true })],
  ['interrupted', rows({ interrupted: false }), rows({ interrupted: true })],
  ['attachments', rows({ attachments: 1 }), rows({ attachments: 0 })],
  [
    'attachments in full',
    rows({ attachments: [{ title: 'Form', content_type: 'ATTACHMENT_CONTENT_TYPE_URL' }] }),
    rows({ attachments: [{ title: 'Other' }] }),
  ],
  ['suggestions of a message', rows({ suggestions: ['Yes'] }), rows({ suggestions: [] })],
  ['call_actions', rows({ call_actions: 0 }), rows({ call_actions: 1 })],
  ['reason', rows({ reason: null }), rows({ reason: 'too_large' })],
  ['retry_control of a message', rows({ retry_control: false }), rows({ retry_control: true })],
  ['name', rows(HELLO, YES, { name: 'Noor' }), rows(HELLO, YES, { name: 'Teo' })],
  ['kind', rows(HELLO, YES, { kind: 'live_agent_joined' }), rows(HELLO, YES, { kind: 'live_agent_left' })],
  ['visible.status', { visible: { status: 'online' } }, { visible: { status: 'connecting' } }],
  ['visible.handoff', { visible: { handoff: 'live' } }, { visible: { handoff: 'queued' } }],
  ['visible.typing', { visible: { typing: true } }, { visible: { typing: false } }],
  [
    'visible.typing by name',
    { visible: { typing: { name: 'Noor' } } },
    { visible: { typing: { name: 'Teo' } } },
  ],
  ['visible.typing_name', { visible: { typing_name: 'Noor' } }, { visible: { typing_name: 'Teo' } }],
  ['visible.input', { visible: { input: 'enabled' } }, { visible: { input: 'disabled' } }],
  ['visible.retry_control', { visible: { retry_control: false } }, { visible: { retry_control: true } }],
  [
    'visible.new_chat_control',
    { visible: { new_chat_control: false } },
    { visible: { new_chat_control: true } },
  ],
  [
    'visible.new_chat_offered',
    { visible: { new_chat_offered: false } },
    { visible: { new_chat_offered: true } },
  ],
  [
    'visible.restart_control',
    { visible: { restart_control: false } },
    { visible: { restart_control: true } },
  ],
  ['visible.spinner', { visible: { spinner: false } }, { visible: { spinner: true } }],
  ['visible.banner', { visible: { banner: false } }, { visible: { banner: true } }],
  ['visible.suggestions', { visible: { suggestions: [] } }, { visible: { suggestions: ['Yes'] } }],
  [
    'visible.notices',
    { visible: { notices: ['handoff_started', 'live_agent_joined'] } },
    { visible: { notices: ['live_agent_joined', 'handoff_started'] } },
  ],
  ['visible.message_count', { visible: { message_count: 4 } }, { visible: { message_count: 3 } }],
  ['visible.agent', { visible: { agent: { name: 'Iris' } } }, { visible: { agent: { name: 'Noor' } } }],
  ['each_tab', { each_tab: { status: 'online' } }, { each_tab: { status: 'ended' } }],
  ['tabs', { tabs: { 1: { status: 'online' } } }, { tabs: { 2: { status: 'online' } } }],
  ['outbound', { outbound: [{ type: USER }] }, { outbound: [{ type: 'EVENT_TYPE_USER_END_SESSION' }] }],
  ['outbound count', { outbound: [{ type: USER, count: 1 }] }, { outbound: [{ type: USER, count: 2 }] }],
  [
    'outbound count_min',
    { outbound: [{ type: USER, count_min: 1 }] },
    { outbound: [{ type: USER, count_min: 2 }] },
  ],
  [
    'outbound count_max',
    { outbound: [{ type: USER, count_max: 1 }] },
    { outbound: [{ type: USER, count_max: 0 }] },
  ],
  [
    'outbound payload',
    { outbound: [{ type: USER, payload: { text: 'Yes, please' } }] },
    { outbound: [{ type: USER, payload: { text: 'Yes, please', more: 1 } }] },
  ],
  [
    'outbound metadata',
    { outbound: [{ type: USER, metadata: IDS }] },
    { outbound: [{ type: USER, metadata: { custom: { client_event_id: '$uuid' } } }] },
  ],
  [
    'outbound text',
    { outbound: [{ type: USER, text: 'Yes, please' }] },
    { outbound: [{ type: USER, text: 'Yes' }] },
  ],
  [
    'outbound texts',
    { outbound: [{ type: USER, texts: ['Yes, please'] }] },
    { outbound: [{ type: USER, texts: [] }] },
  ],
  [
    'outbound order',
    { outbound: [{ type: USER, order: ['Yes, please'] }] },
    { outbound: [{ type: USER, order: ['Yes'] }] },
  ],
  ['outbound tab', { outbound: [{ type: USER, tab: 1 }] }, { outbound: [{ type: USER, tab: 2 }] }],
  [
    'outbound same_client_id',
    { outbound: [{ type: USER, same_client_id: true }] },
    { outbound: [{ type: USER, same_client_id: false }] },
  ],
  [
    'outbound distinct_client_ids',
    { outbound: [{ type: USER, distinct_client_ids: true }] },
    { outbound: [{ type: USER, distinct_client_ids: false }] },
  ],
  [
    'outbound_exact',
    { outbound_exact: [{ type: JOIN }, { type: USER, metadata: IDS }] },
    { outbound_exact: [{ type: USER }, { type: JOIN }] },
  ],
  ['outbound_order', { outbound_order: [JOIN, USER] }, { outbound_order: [USER, JOIN] }],
  ['outbound_after_mark', { outbound_after_mark: { told: [] } }, { outbound_after_mark: { asked: [] } }],
  [
    'outbound_before_mark',
    { outbound_before_mark: { asked: [{ type: JOIN }] } },
    { outbound_before_mark: { told: [] } },
  ],
  ['same_client_id_across', { same_client_id_across: ['m', 'm'] }, { same_client_id_across: ['m', 'j'] }],
  [
    'connections query',
    { connections: [{ n: 2, query: { cursor: '5' } }] },
    { connections: [{ n: 2, query: { cursor: null } }] },
  ],
  [
    'connections query_matches',
    { connections: [{ n: 2, query_matches: { cursor: '^\\d$' } }] },
    { connections: [{ n: 2, query_matches: { cursor: '^\\d{2}$' } }] },
  ],
  [
    'connections query_raw_contains',
    { connections: [{ n: 1, query_raw_contains: 'session_id=$S1' }] },
    { connections: [{ n: 1, query_raw_contains: ['cursor='] }] },
  ],
  [
    'connections query_raw_excludes',
    { connections: [{ n: 1, query_raw_excludes: 'cursor' }] },
    { connections: [{ n: 1, query_raw_excludes: ['session_id'] }] },
  ],
  [
    'connections url_starts_with',
    { connections: [{ n: 1, url_starts_with: '$WS' }] },
    { connections: [{ n: 1, url_starts_with: 'wss://elsewhere' }] },
  ],
  [
    'connections delay_ms',
    { connections: [{ n: 2, delay_ms: [500, 1500] }] },
    { connections: [{ n: 2, delay_ms: [0, 499] }] },
  ],
  [
    'connections close_code',
    { connections: [{ n: 1, close_code: 1006 }] },
    { connections: [{ n: 1, close_code: [1000] }] },
  ],
  [
    'connections closed_by',
    { connections: [{ n: 1, closed_by: 'server' }] },
    { connections: [{ n: 2, closed_by: 'server' }] },
  ],
  ['connections tab', { connections: [{ n: 3, tab: 1 }] }, { connections: [{ n: 1, tab: 2 }] }],
  ['connections_total', { connections_total: 3 }, { connections_total: 2 }],
  ['connections_total_max', { connections_total_max: 3 }, { connections_total_max: 2 }],
  ['connections_total_min', { connections_total_min: 3 }, { connections_total_min: 4 }],
  ['open_sockets_max', { open_sockets_max: 1 }, { open_sockets_max: 0 }],
  ['open_sockets', { open_sockets: 1 }, { open_sockets: 0 }],
  ['relay_calls', { relay_calls: { create: 1, resume: 0 } }, { relay_calls: { create: 2 } }],
  ['relay_calls total', { relay_calls: { total: 1 } }, { relay_calls: { total: 0 } }],
  ['relay_calls_max', { relay_calls_max: { create: 1 } }, { relay_calls_max: { create: 0 } }],
  ['relay_calls_min', { relay_calls_min: { create: 1 } }, { relay_calls_min: { create: 2 } }],
  ['relay_calls_order', { relay_calls_order: ['create'] }, { relay_calls_order: [] }],
  ['stored.keys', { stored: { keys: ['session_id'] } }, { stored: { keys: [] } }],
  ['stored.session_id', { stored: { session_id: '$S1' } }, { stored: { session_id: '$S2' } }],
  ['stored.keys_count', { stored: { keys_count: 1 } }, { stored: { keys_count: 2 } }],
  ['stored.collisions', { stored: { collisions: 0 } }, { stored: { collisions: 1 } }],
  ['stored.excludes', { stored: { excludes: ['$T1'] } }, { stored: { excludes: ['$S1'] } }],
  ['never text', { never: ['text:undefined'] }, { never: ['text:Hello'] }],
  ['never status', { never: ['status:failed'] }, { never: ['status:offline'] }],
  ['never handoff', { never: ['handoff:failed'] }, { never: ['handoff:queued'] }],
  ['never notice', { never: ['notice:system'] }, { never: ['notice:live_agent_joined'] }],
  ['never delivery', { never: ['delivery:failed'] }, { never: ['delivery:sending'] }],
  ['never banner', { never: ['second_open_socket'] }, { never: ['banner'] }],
  ['never streaming', { never: ['streaming'] }, { never: ['typing'] }],
  ['never spinner_after_ms', { never: ['spinner_after_ms:70000'] }, { never: ['spinner_after_ms:1000'] }],
  ['never outbound', { never: ['outbound:USER_END_SESSION'] }, { never: ['outbound:USER_MESSAGE'] }],
  ['never relay', { never: ['relay:resume'] }, { never: ['relay_call:create'] }],
  ['never prototype', { never: ['Object.prototype.polluted'] }, { never: ['Object.prototype.toString'] }],
  ['timing.delays_ms', { timing: { delays_ms: [[500, 1500]] } }, { timing: { delays_ms: [[0, 499]] } }],
  ['timing.max_delay_ms', { timing: { max_delay_ms: 5000 } }, { timing: { max_delay_ms: 400 } }],
  ['timing.min_delay_ms', { timing: { min_delay_ms: 500 } }, { timing: { min_delay_ms: 3000 } }],
  [
    'timing.reconnect_after_online_ms',
    { timing: { reconnect_after_online_ms: [0, 500] } },
    { timing: { reconnect_after_online_ms: [501, 900] } },
  ],
  [
    'timing.heartbeats_per_minute',
    { timing: { heartbeats_per_minute: [1, 2] } },
    { timing: { heartbeats_per_minute: [5, 9] } },
  ],
  [
    'timing.heartbeat_interval_ms',
    { timing: { heartbeat_interval_ms: [25000, 35000] } },
    { timing: { heartbeat_interval_ms: [1, 9] } },
  ],
  ['timing.online_within_ms', { timing: { online_within_ms: 300 } }, { timing: { failed_within_ms: 300 } }],
  [
    'trace at a mark',
    { trace: [{ mark: 'told', typing: false }] },
    { trace: [{ mark: 'told', typing: true }] },
  ],
  [
    'trace after offline',
    { trace: [{ at_ms_after_offline: 500, status: 'offline' }] },
    { trace: [{ at_ms_after_offline: 500, status: 'online' }] },
  ],
  [
    'trace after a mark',
    { trace: [{ after: 'told', ms: 10, status: 'reconnecting' }] },
    { trace: [{ after: 'told', ms: 10, status: 'online' }] },
  ],
  [
    'trace from the start',
    { trace: [{ at_ms: 100, visible: { status: 'online' } }] },
    { trace: [{ at_ms: 100, status: 'idle' }] },
  ],
  ['counters', { counters: { wire_rejected: 1 } }, { counters: { wire_rejected: 0 } }],
  ['uncaught_errors', { uncaught_errors: 0 }, { uncaught_errors: 1 }],
  ['host_events', { host_events: { message: 2 } }, { host_events: { message: 1 } }],
  [
    'invariants by number',
    {
      invariants: [
        'I1',
        'I3',
        'I5',
        'I4',
        'I6',
        'I7',
        'I8',
        'I9',
        'I10',
        'I11',
        'I12',
        'I13',
        'I14',
        'I15',
        'I16',
        'I17',
        'I18',
        'I19',
        'I20',
      ],
    },
    { invariants: ['sockets=0'] },
  ],
  [
    'invariants by name',
    { invariants: ['each_client_id_committed_once', 'one_socket'] },
    { invariants: ['timers=0'] },
  ],
];

/** Enough to judge a word; the scenarios themselves are played more often. */
const SEEDS = 3;

describe('a word of then', () => {
  it.each(CASES)('%s passes, and fails when it expects something else', async (_name, right, wrong) => {
    expect(await runScenario(richScenario(right), SEEDS)).toEqual({ is: 'ok' });
    expect(await runScenario(richScenario(wrong), SEEDS)).toMatchObject({ is: 'FAIL' });
  });
});

const sample = (given: Scenario['given'], when: Scenario['when'] = [], then: Then = {}) =>
  scenario([...JOINED, ...given], [OPEN, ...when], then);

const UNKNOWN_WORDS: readonly (readonly [string, Scenario])[] = [
  ['a step', sample([{ teleport: true }])],
  ['an option of a step', sample([{ wait: 10, politely: true }])],
  ['a value of a step', sample([{ net: 'slow' }])],
  ['an answer of the relay', sample([{ relay: 'create', answer: { status: 200, colour: 'red' } }])],
  ['a key of an echo', sample([{ echo: { of: 'j', sequence: 4, backwards: true } }])],
  ['a generator', sample([{ gen: 'weather', events: 3 }])],
  [
    'a generated event',
    sample([{ frame: { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: [{ gen: 'song' }] } } }]),
  ],
  ['a generated frame', sample([{ frame: { gen: 'song', sequence: 4 } }])],
  ['a policy', sample([{ server_policy: 'be_nice', indices: [] }])],
  ['an act', sample([], [{ after: 'ready', do: 'sing' }])],
  ['an option of an act', sample([], [{ after: 'ready', do: 'send', text: 'a', loudly: true }])],
  ['a patch of the page', sample([], [{ after: 'start', do: 'hostile_host', patches: ['nice'] }])],
  ['a mark that never comes', sample([], [{ after: 'never', do: 'blur' }])],
  ['a key of then', sample([], [], { no_such_check: true })],
  ['a key of visible', sample([], [], { visible: { mood: 'good' } })],
  ['a key of a message', sample([], [], { visible: { messages: [{ role: 'agent', mood: 'good' }] } })],
  ['a role', sample([], [], { visible: { messages: [{ role: 'robot' }] } })],
  ['a key of a matcher', sample([], [], { outbound: [{ type: USER, loudly: true }] })],
  ['a key of a connection', sample([], [], { connections: [{ n: 1, colour: 'red' }] })],
  ['a type of a client event', sample([], [], { outbound: [{ type: 'EVENT_TYPE_USER_MESAGE', count: 0 }] })],
  ['a type in an order', sample([], [], { outbound_order: ['EVENT_TYPE_USER_MESAGE'] })],
  ['a type that must never be sent', sample([], [], { never: ['outbound:USER_MESAGE'] })],
  ['an event of the API', sample([], [], { host_events: { mesage: 0 } })],
  ['an event that only a browser has', sample([], [], { host_events: { open: 0 } })],
  ['a page that is never opened', sample([], [{ after: 'ready', do: 'send', text: 'a', tab: 2 }])],
  ['a time', sample([], [], { timing: { lunch_ms: 3 } })],
  ['an invariant', sample([], [], { invariants: ['I99'] })],
  ['what must never be', sample([], [], { never: ['rain'] })],
  ['a counter', sample([], [], { counters: { sheep: 3 } })],
  ['a handling', sample([], [], { handling: 'hope' })],
  ['a moment', sample([], [], { trace: [{ status: 'online' }] })],
  ['a key at a moment', sample([], [], { trace: [{ mark: 'ready', mood: 'good' }] })],
  ['a key of storage', sample([], [], { stored: { colour: 'red' } })],
  ['an operation of the relay', sample([], [], { relay_calls: { sing: 1 } })],
  ['what only a browser shows', sample([], [], { visible: { ui_dir: 'rtl' } })],
];

describe('an unknown word', () => {
  it.each(UNKNOWN_WORDS)('%s makes a scenario unsupported', async (_name, unsupported) => {
    expect(await runScenario(unsupported)).toMatchObject({ is: 'unsupported' });
  });

  it('is the only reason: the same scenario without it is ok', async () => {
    expect(await runScenario(sample([message(4, 'Hi')], [], { visible: { status: 'online' } }))).toEqual({
      is: 'ok',
    });
  });
});

describe('a run', () => {
  it('fails when a visitor acts on a closed page', async () => {
    const when = [
      { after: 'ready', do: 'close_page' },
      { after: 'ready', do: 'send', text: 'a' },
    ];
    expect(await runScenario(sample([], when))).toEqual({
      is: 'FAIL',
      failures: ['send: the page was closed'],
    });
  });

  it('is ok with scripted answers that nothing asked for, and names them', async () => {
    const given = [{ relay: 'session_status', answer: { status: 404 } }];
    expect(await runScenario(sample(given))).toEqual({ is: 'ok', unused: ['relay session_status'] });
  });

  it.each(['show_retry', 'retryable', 'show_resend', 'show_and_retry'])(
    'needs a control to try again for %s',
    async (handling) => {
      const trouble = (message: string) => ({
        frame: {
          id: 'e-4',
          sequence: null,
          type: 'EVENT_TYPE_SYSTEM_MESSAGE',
          payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message },
        },
      });
      const said = [{ await: { type: USER }, as: 'm' }, { echo: { of: 'm', sequence: 4 } }];
      const when = [{ after: 'ready', do: 'send', text: 'Hi' }];
      const run = (message: string) => runScenario(sample([...said, trouble(message)], when, { handling }));
      expect(await run('Sorry, I encountered an error. Please try again.')).toEqual({ is: 'ok' });
      expect(await run('Something else happened')).toMatchObject({ is: 'FAIL' });
    },
  );

  it.each([
    [true, 'ok'],
    [['client_event_id'], 'ok'],
    [['local_id'], 'ok'],
    [['other'], 'FAIL'],
    [false, 'FAIL'],
  ])('echoes the keys of `custom` that keep_custom says: %j', async (keep_custom, is) => {
    const echo = { of: 'm', sequence: 4, text: 'Hi!', strip_metadata: true, keep_custom };
    const given = [{ await: { type: USER }, as: 'm' }, { echo }];
    const when = [{ after: 'ready', do: 'send', text: 'Hi' }];
    const messages = [{ role: 'user', text: 'Hi!', delivery: 'sent' }];
    expect(await runScenario(sample(given, when, { visible: { messages } }))).toMatchObject({ is });
  });

  it('delivers buffered frames before the client can act on the first', async () => {
    const limit = (sequence: number, attempts: number) => ({
      id: `e-${sequence}`,
      sequence,
      type: 'EVENT_TYPE_SESSION_START',
      payload: { capabilities: { streaming: true, max_reconnect_attempts: attempts } },
    });
    const said = message(5, 'Hello')['frame'];
    const run = (then: Then) => runScenario(sample([{ buffered: [limit(4, 1), said] }], [], then));
    expect(await run({ visible: { messages: [{ role: 'agent', text: 'Hello' }] } })).toEqual({ is: 'ok' });
    expect(await run({ visible: { messages: [] } })).toMatchObject({ is: 'FAIL' });
  });

  it.each([
    [{ strict_csp_page: true }, []],
    [undefined, [{ after: 'start', do: 'strict_csp_page' }]],
    [undefined, [{ after: 'ready', do: 'run_script_again' }]],
    [undefined, [{ after: 'ready', do: 'reparent' }]],
    [undefined, [{ after: 'ready', do: 'remove_frame' }]],
  ])('cannot play without a browser: %j %j', async (step, when) => {
    const given = step ? [step] : [];
    expect(await runScenario(sample(given, when))).toMatchObject({ is: 'unsupported' });
  });

  it('sees in `never` what the widget writes into notices', async () => {
    const given = [{ frame: { id: 'e-4', sequence: 4, type: 'EVENT_TYPE_HANDOFF_FAILED', payload: {} } }];
    const run = (text: string) => runScenario(sample(given, [], { never: [`text:${text}`] }));
    expect(await run(english.handoffFailed)).toMatchObject({ is: 'FAIL' });
    expect(await run(english.handoffTimeout)).toEqual({ is: 'ok' });
  });
});

/** Words that other tests cover: the scenarios, or the browser's tests. */
const ELSEWHERE = [
  'wait',
  'handling',
  'invariants',
  'upstream_body',
  'upstream_body_excludes',
  'upstream_calls',
  'upstream_calls_order',
  'upstream_headers',
  'relay_response_excludes',
  'visible.unread',
  'visible.ui_language',
  'visible.ui_dir',
];

it('every word of then and of visible has a wrong expectation', () => {
  const words = [...Object.keys(THEN), ...Object.keys(VISIBLE).map((key) => `visible.${key}`)];
  const judged = CASES.map(([name]) => name);
  const isJudged = (word: string) => judged.some((name) => name.split(' ')[0]?.startsWith(word));
  expect(words.filter((word) => !ELSEWHERE.includes(word) && !isJudged(word))).toEqual([]);
});

it('the documentation names exactly the words that exist', () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const wordsOf = (row: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`| ${row} `))
      ?.split('|')[2]
      ?.match(/\w+/g);
  const tables = {
    '`given`': STEPS,
    '`when`': ACTIONS,
    '`then`': THEN,
    '`visible`, `each_tab`, `tabs`, `trace`': VISIBLE,
    '`timing`': TIMING,
  };
  for (const [row, table] of Object.entries(tables)) {
    expect([row, wordsOf(row)]).toEqual([row, Object.keys(table).sort()]);
  }
});
