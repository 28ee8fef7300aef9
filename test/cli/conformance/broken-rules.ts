import {
  answer,
  body,
  both,
  each,
  extra,
  frames,
  happenings,
  type Lie,
  OPENED,
  payload,
  received,
  refused,
  row,
  silent,
  socket,
  status,
  without,
} from './lies.ts';

const at = '2026-03-02T09:00:00Z';
const live = (stem: string, fields: object = {}) => ({
  id: `extra-${stem}`,
  sequence: null,
  timestamp: at,
  type: `EVENT_TYPE_${stem}`,
  payload: fields,
});
const wire = (frame: { payload?: unknown }) => frame.payload as Record<string, unknown>;

/** A list of one alert rule. */
const rule =
  (name: string, enabled: boolean): Lie =>
  (evidence) => {
    const created = evidence.calls['write-rule'];
    if (created?.kind !== 'answered') throw new Error('no alert rule');
    return body(name, () => ({ data: [{ ...(created.body as object), enabled }] }))(evidence);
  };

/** A resumed socket gets the history from the beginning. */
const resumeAtStart =
  (name: string): Lie =>
  (evidence) => {
    const start = evidence.sockets['from-start'];
    if (start?.kind !== 'opened') throw new Error('no history');
    const frames = start.happenings.filter(({ kind }) => kind === 'received');
    return happenings(name, (known) => [...known, ...frames])(evidence);
  };

/** For every rule, how a platform breaks it, and what the table says then. */
export const BROKEN: readonly (readonly [rule: string, lie: Lie, came: string | RegExp])[] = [
  [
    'M-1.1',
    each('AGENT_JOINED', (event) => ({ ...event, type: 'EVENT_TYPE_POLY_AGENT_JOINED' })),
    'both spellings',
  ],
  ['M-1.5', status('call-other-header', 404), 'status 404 for the header of the other dialect'],
  ['M-1.5', status('call-unknown', 401), 'status 401 for the header of the dialect'],
  ['M-1.6', without('SYSTEM_MESSAGE', 'join-poly'), 'no system message that refuses it'],
  ['M-1.6', extra('join-poly', live('REQUEST_POLY_AGENT_JOIN')), 'an echo of the request'],
  ['M-2.1', status('token', 500), 'status 500'],
  ['M-2.1', body('token', (known) => ({ ...known, expires_in: '1 day' })), 'expires_in "1 day"'],
  ['M-2.1', body('token', (known) => ({ ...known, token_type: 'mac' })), 'token_type "mac"'],
  ['M-2.1', body('token', () => ({})), 'no access_token of printable ASCII'],
  ['M-2.1', silent('token'), 'no answer in 10 s'],
  ['M-2.2', body('session', () => ({ session_id: 'a/b' })), 'session_id "a/b"'],
  ['M-2.2', status('session', 500), 'status 500'],
  ['M-2.3', socket('foreign-token', OPENED), 'the socket was opened'],
  ['M-2.4', status('token-for-subdomain', 401), 'status 401 for a subdomain'],
  ['M-2.4', status('token-with-scheme', 401), 'status 401 for the host with https://'],
  [
    'M-2.5',
    body('token-of-nobody', () => ({ reason: 'no' })),
    'status 401 with {"reason":"no"}, for POST /api/v1/access-token',
  ],
  ['M-2.6', status('token-of-nobody', 200), 'status 200 for an unknown token'],
  ['M-2.6', status('token-for-foreign-host', 200), 'status 200 for a host that is not registered'],
  ['M-2.9', status('session-with-bad-token', 500), 'status 500 for an unknown access token'],
  ['M-3.1', socket('main', refused(403)), 'it was refused with 403'],
  [
    'M-3.2',
    frames('from-start', (frame) => ({ ...frame, payload: { events: [] } })),
    'an empty history after a handshake without a cursor',
  ],
  ['M-3.2', without('AGENT_JOINED', undefined, 'from-start'), 'without a cursor: no sequence 3'],
  ['M-3.2', resumeAtStart('from-middle'), /^with the cursor \d+: sequence 1 again$/],
  ['M-3.2', resumeAtStart('from-end'), /^with the cursor \d+: sequence 1 again$/],
  ['M-3.2', socket('from-middle-seq', refused(400)), 'from middle seq: it was refused with 400'],
  ['M-3.3', happenings('main', (known) => [...known, { kind: 'received', text: null }]), 'a binary frame'],
  [
    'M-3.3',
    happenings('main', (known) => [...known, received('{"type":')]),
    'a frame that begins "{\\"type\\":"',
  ],
  ['M-3.4', socket('without-session', refused(500)), 'it was refused with 500'],
  ['M-3.5', socket('bad-token', refused(403)), 'it was refused with 403'],
  ['M-3.6', socket('unknown-session', refused(401)), 'for an unknown session: it was refused with 401'],
  ['M-3.6', socket('after-end', OPENED), 'for an ended session: the socket was opened'],
  ['M-3.7', socket('crowd-11', OPENED), 'the socket was opened'],
  ['M-3.9', without('HEARTBEAT', 'large-frame'), 'no echo of a heartbeat of that size in 5 s'],
  ['M-3.10', socket('crowd-4', refused(429)), 'at socket 4: it was refused with 429'],
  [
    'M-4.2',
    each('AGENT_JOINED', (event) => ({ ...event, id: 7 })),
    'EVENT_TYPE_SERVICE_AGENT_JOINED with id 7',
  ],
  [
    'M-4.2',
    each('AGENT_JOINED', (event) => ({ ...event, timestamp: 'noon' })),
    'EVENT_TYPE_SERVICE_AGENT_JOINED with timestamp "noon"',
  ],
  ['M-4.3', without('AGENT_JOINED'), 'sequence 4 after 2'],
  [
    'M-4.3',
    each('HEARTBEAT', (event) => ({ ...event, sequence: 99 })),
    'EVENT_TYPE_HEARTBEAT with sequence 99',
  ],
  [
    'M-4.3',
    each('SESSION_START', (event) => ({ ...event, sequence: null })),
    'EVENT_TYPE_SESSION_START without a sequence in a history',
  ],
  [
    'M-4.4',
    each('AGENT_JOINED', (event) => ({ ...event, sequence: 77 }), undefined, 'from-start'),
    'one id with EVENT_TYPE_SERVICE_AGENT_JOINED 3 and with EVENT_TYPE_SERVICE_AGENT_JOINED 77',
  ],
  [
    'M-4.4',
    each('AGENT_JOINED', (event) => [event, { ...event, id: 'other' }]),
    'sequence 3 for two ids, of EVENT_TYPE_SERVICE_AGENT_JOINED and EVENT_TYPE_SERVICE_AGENT_JOINED',
  ],
  [
    'M-4.4',
    each('AGENT_JOINED', (event) => ({ ...event, id: 'stored' }), undefined, 'from-start'),
    'sequence 3 for two ids, of EVENT_TYPE_SERVICE_AGENT_JOINED and EVENT_TYPE_SERVICE_AGENT_JOINED',
  ],
  [
    'M-4.8',
    each('AGENT_JOINED', (event) => ({ ...event, sequence: 1.5 })),
    'EVENT_TYPE_SERVICE_AGENT_JOINED with sequence 1.5',
  ],
  ['M-4.10', without('HEARTBEAT', 'heartbeat'), 'no echo of HEARTBEAT in 5 s'],
  ['M-4.10', without('USER_MESSAGE', 'say-1'), 'no echo of USER_MESSAGE in 10 s'],
  ['M-4.10', payload('USER_MESSAGE', { message_id: undefined }), 'an echo with payload.message_id nothing'],
  ['M-4.10', payload('USER_MESSAGE', { text: 'Bye' }), 'an echo with another text: "Bye"'],
  ['M-4.10', extra('typing', live('USER_TYPING')), 'an echo of USER_TYPING'],
  ['M-4.10', without('REQUEST_AGENT_JOIN', 'join-service'), 'no echo of the join request in 15 s'],
  [
    'M-4.11',
    frames('from-start', (frame) => ({
      ...frame,
      payload: { events: (wire(frame)['events'] as unknown[]).toReversed() },
    })),
    /^without a cursor: sequence \d+ after \d+$/,
  ],
  [
    'M-4.11',
    frames('from-start', (frame) => ({ ...frame, payload: {} })),
    'without a cursor: an EVENT_BATCH without payload.events',
  ],
  [
    'M-4.13',
    happenings('main', (known) => [
      ...known,
      received({ ...live('SYSTEM_MESSAGE'), payload: { message: 'x'.repeat(8_388_700) } }),
    ]),
    'a frame of 8388840 characters',
  ],
  [
    'M-5.3',
    extra('typing', live('SYSTEM_MESSAGE', { message: 'Unknown event type' })),
    'the system message "Unknown event type"',
  ],
  ['M-5.6', without('SYSTEM_MESSAGE', 'unknown-type'), 'no system message'],
  [
    'M-5.6',
    extra('platform-type', live('SERVICE_AGENT_MESSAGE', { text: 'Hello' })),
    'a visitor could speak as the agent',
  ],
  [
    'M-6.1',
    without('SESSION_START', undefined, 'from-start'),
    'without a cursor: EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN first',
  ],
  [
    'M-6.1',
    payload('SESSION_START', { capabilities: undefined }, 'from-start'),
    'without a cursor: capabilities nothing',
  ],
  [
    'M-6.2',
    payload('AGENT_JOINED', { agent_name: 7 }),
    /^EVENT_TYPE_SERVICE_AGENT_JOINED with \{"agent_name":7,.*: expected a string$/,
  ],
  [
    'M-6.3',
    extra('heartbeat', live('SERVICE_AGENT_LEFT', { reason: 7 })),
    'EVENT_TYPE_SERVICE_AGENT_LEFT with {"reason":7}: expected a string',
  ],
  [
    'M-6.5',
    extra('heartbeat', live('SERVICE_AGENT_MESSAGE', { text: 7 })),
    'EVENT_TYPE_SERVICE_AGENT_MESSAGE with {"text":7}: expected a string',
  ],
  [
    'M-6.6',
    payload('AGENT_MESSAGE_CHUNK', { response_suggestions: [{ message_text: '' }] }),
    /^EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK with .*: expected a string with content$/,
  ],
  [
    'M-6.8',
    payload('HANDOFF_ACCEPTED', { queue_name: 7 }),
    'EVENT_TYPE_HANDOFF_ACCEPTED with {"queue_name":7}: expected a string',
  ],
  [
    'M-6.9',
    extra('heartbeat', live('HANDOFF_QUEUE_STATUS', { position: 'first' })),
    'EVENT_TYPE_HANDOFF_QUEUE_STATUS with {"position":"first"}: expected an integer',
  ],
  [
    'M-6.10',
    extra('heartbeat', live('CLIENT_HANDOFF_REQUIRED', { route: {} })),
    'EVENT_TYPE_CLIENT_HANDOFF_REQUIRED with {"route":{}}: expected a string',
  ],
  [
    'M-6.11',
    extra('heartbeat', live('HANDOFF_TIMEOUT', { reason: 7 })),
    'EVENT_TYPE_HANDOFF_TIMEOUT with {"reason":7}: expected a string',
  ],
  [
    'M-6.12',
    payload('LIVE_AGENT_JOINED', { agent: 'Noor' }),
    'EVENT_TYPE_LIVE_AGENT_JOINED with {"agent":"Noor"}: expected an object',
  ],
  [
    'M-6.13',
    extra('heartbeat', live('LIVE_AGENT_TYPING', { state: 'typing' })),
    'EVENT_TYPE_LIVE_AGENT_TYPING with state "typing"',
  ],
  [
    'M-6.14',
    extra('heartbeat', live('LIVE_AGENT_MESSAGE', { text: 7 })),
    'EVENT_TYPE_LIVE_AGENT_MESSAGE with {"text":7}: expected a string',
  ],
  [
    'M-6.15',
    extra('heartbeat', live('LIVE_AGENT_LEFT', { reason: 7 })),
    'EVENT_TYPE_LIVE_AGENT_LEFT with {"reason":7}: expected a string',
  ],
  [
    'M-6.16',
    extra('heartbeat', live('LANGUAGE_CHANGED', { language_code: 'klingon!' })),
    'EVENT_TYPE_LANGUAGE_CHANGED with {"language_code":"klingon!"}: expected a language tag',
  ],
  [
    'M-6.17',
    extra('heartbeat', live('SYSTEM_MESSAGE', {})),
    'EVENT_TYPE_SYSTEM_MESSAGE with {}: expected a string',
  ],
  [
    'M-6.28',
    payload('SESSION_START', { capabilities: { max_reconnect_attempts: -1 } }, 'from-start'),
    'without a cursor: max_reconnect_attempts -1',
  ],
  [
    'M-6.29',
    payload('SESSION_START', { capabilities: { heartbeat_interval_seconds: 'often' } }, 'from-start'),
    'without a cursor: heartbeat_interval_seconds "often"',
  ],
  [
    'M-7.1',
    (evidence) => ({ ...evidence, dialect: undefined, leftOut: { conversation: 'no agent joined (M-7.1)' } }),
    'no AGENT_JOINED in 15 s after a join request, in either spelling',
  ],
  ['M-7.1', without('AGENT_MESSAGE_CHUNK', 'join-service'), 'no greeting in 15 s'],
  [
    'M-7.1',
    extra('second-join', live('SERVICE_AGENT_JOINED')),
    'a second AGENT_JOINED after a second request',
  ],
  [
    'M-7.1',
    both(without('AGENT_JOINED', 'join-service'), extra('join-service', live('SERVICE_AGENT_JOINED'))),
    'AGENT_JOINED before the echo of the request',
  ],
  [
    'M-8.1',
    each('AGENT_MESSAGE_CHUNK', (event) =>
      wire(event)['chunk_index'] === 1 ? { ...event, payload: { ...wire(event), chunk_index: null } } : event,
    ),
    /^a chunk without chunk_index \(message "/,
  ],
  [
    'M-8.1',
    payload('AGENT_MESSAGE_CHUNK', { message_id: undefined }),
    'a chunk without message_id (message nothing)',
  ],
  [
    'M-8.2',
    each('AGENT_MESSAGE_CHUNK', (event) => ({
      ...event,
      payload: { ...wire(event), chunk_index: Number(wire(event)['chunk_index']) + 5 },
    })),
    /^index [56] \(message "/,
  ],
  ['M-8.3', payload('AGENT_MESSAGE_CHUNK', { chunk_index: 0 }), /^index 0 twice \(message "/],
  ['M-8.5', payload('AGENT_MESSAGE_CHUNK', { is_complete: false }), /^\d+ chunks without an end \(message "/],
  ['M-8.12', without('AGENT_MESSAGE_CHUNK', undefined, 'from-start'), /^not in the history \(message "/],
  [
    'M-8.13',
    payload('AGENT_MESSAGE_CHUNK', { is_complete: true }),
    /^chunk 2 after the complete chunk 1 \(message "/,
  ],
  ['M-9.1', without('USER_MESSAGE', 'repeat'), 'no echo of USER_MESSAGE in 10 s'],
  ['M-9.2', each('USER_MESSAGE', (event) => ({ ...event, metadata: undefined })), 'metadata.custom {}'],
  ['M-10.1', payload('SYSTEM_MESSAGE', { message: 'What?' }), 'the system message "What?"'],
  ['M-11.8', without('USER_END_SESSION'), 'no echo of USER_END_SESSION'],
  ['M-11.8', without('SESSION_END'), 'no SESSION_END after the echo'],
  [
    'M-11.8',
    happenings('main', (known) => known.filter(({ kind }) => kind !== 'closed')),
    'the socket stayed open for 5 s',
  ],
  [
    'M-11.8',
    happenings('main', (known) => known.map((one) => (one.kind === 'closed' ? { ...one, code: 1006 } : one))),
    'close code 1006',
  ],
  ['M-14.3', frames('from-end', () => undefined), /^with the cursor \d+: no EVENT_BATCH in 5 s$/],
  ['M-14.6', payload('SESSION_END', { reason: 'because' }), 'reason "because"'],

  ['R-1.1', status('base-foreign-key', 200), 'status 200 for a key of the platform host on the base host'],
  ['R-1.5', status('base-without-key', 200), 'status 200 for a call without a key (base host)'],
  ['R-1.5', status('platform-unknown-key', 403), 'status 403 for an unknown key (platform host)'],
  ['R-1.6', status('agent-unknown', 403), 'status 403 for an unknown agent'],
  ['R-1.6', status('project-unknown', 403), 'status 403 for an unknown project'],
  ['R-2.1', status('v3-limit-text', 500), 'status 500 for a limit that is no number'],
  ['R-2.3', status('alert-rule-unknown', 422), 'status 422 for an unknown alert rule'],
  ['R-2.3', status('webhook-unknown', 500), 'status 500 for an unknown webhook endpoint'],
  ['R-2.3', status('agent-conversation-unknown', 200), 'status 200 for an unknown conversation'],
  [
    'R-2.9',
    body('webhook-unknown', () => undefined),
    'status 404 with nothing, for GET /v1/webhook-endpoints/whe_FoyerConformance0',
  ],
  [
    'R-2.10',
    answer('webhook-unknown', () => ({ headers: {} })),
    /^status 404 with .*, for GET \/v1\/webhook-endpoints\/whe_/,
  ],
  ['R-2.12', status('alert-rules-unknown-field', 200), 'status 200 for an unknown parameter'],
  ['R-2.12', status('alert-rules-repeated', 200), 'status 200 for a repeated parameter'],
  ['R-3.2', status('v3-limit-none', 200), 'status 200 for limit=0'],
  ['R-4.1', body('alerts', (known) => ({ ...known, cursor: 'more' })), 'a cursor or next_offset'],
  ['R-4.1', body('webhooks', (known) => ({ ...known, next_offset: 2 })), 'a cursor or next_offset'],
  ['R-4.2', status('v3-bad-cursor', 200), 'status 200 for a malformed cursor'],
  ['R-4.2', status('v3-foreign-cursor', 200), 'status 200 for a cursor with another filter'],
  ['R-4.2', status('v3-next', 500), 'status 500 for the cursor of the first page'],
  [
    'R-4.2',
    (evidence) => ({ ...evidence, calls: { ...evidence.calls, 'v3-next': evidence.calls['v3'] as never } }),
    'a conversation of the first page on the second one',
  ],
  [
    'R-4.3',
    row('v3-offset', 'conversations', { id: 'other' }),
    'another conversation at offset 1 than the second one',
  ],
  ['R-4.5', body('v1', (known) => ({ ...known, cursor: 'more' })), 'cursor "more"'],
  ['R-5.1', body('behavior', () => ({ behaviour: '' })), 'behavior: expected string, received undefined'],
  ['R-5.6', status('write-main', 200), 'status 200 for PATCH of main'],
  ['R-6.1', body('alert-rules', () => ({ rules: [] })), 'data: expected array, received undefined'],
  ['R-6.1', status('write-rule-delete', 200), 'status 200 for DELETE'],
  ['R-6.1', status('write-rule-gone', 200), 'status 200 for GET after DELETE'],
  ['R-6.1', status('write-rule', 200), 'status 200 for POST'],
  ['R-6.2', rule('alert-rules-enabled', false), 'a disabled rule for enabled=true'],
  ['R-6.2', rule('alert-rules-disabled', true), 'an enabled rule for enabled=false'],
  ['R-6.2', status('alert-rules-enabled', 400), 'status 400'],
  ['R-6.3', status('write-rule-empty', 201), 'status 201 for POST of {}'],
  [
    'R-6.4',
    body('write-rule-change', (known) => ({ ...known, threshold_value: 1 })),
    'threshold_value 1 after a change to 2000000',
  ],
  ['R-6.5', status('alert-rule-malformed', 404), 'status 404 for the id "conformance"'],
  [
    'R-7.1',
    body('alerts', () => ({ data: [{}] })),
    'data.0.alert_rule_id: expected string, received undefined',
  ],
  [
    'R-7.2',
    body('write-rule', (known) => ({ ...known, current_state: 'no_data' })),
    'current_state "no_data"',
  ],
  ['R-8.1', body('webhooks', () => []), 'the body: expected object, received array'],
  ['R-8.1', status('write-hook', 200), 'status 200 for POST'],
  ['R-8.1', status('write-hook-delete', 200), 'status 200 for DELETE'],
  [
    'R-8.2',
    body('write-hook-get', (known) => ({ ...known, signing_secret: 'x' })),
    'a signing_secret in the answer of GET',
  ],
  [
    'R-8.2',
    body('write-hook', (known) => ({ ...known, signing_secret: undefined })),
    'no signing_secret after the creation',
  ],
  ['R-8.2', body('write-hook-rotate', () => ({})), 'no new signing_secret after rotate-secret'],
  ['R-8.3', status('write-hook-http', 201), 'status 201 for POST of an endpoint with an http URL'],
  ['R-8.4', status('webhook-malformed', 404), 'status 404 for the id "conformance"'],
  ['R-10.1', row('v3', 'conversations', { id: 7 }), 'conversations.0.id: expected string, received number'],
  [
    'R-10.1',
    body('v3', (known) => ({ ...known, conversations: [{ id: '1' }, { id: '2' }, { id: '3' }] })),
    '3 conversations for limit=2',
  ],
  ['R-10.1', body('v2', () => ({})), 'conversations: expected array, received undefined'],
  ['R-10.2', status('v3-two-modes', 200), 'status 200 for query_type and sample together'],
  ['R-10.3', status('v3-two-variants', 200), 'status 200 for variant_id and variant_name together'],
  [
    'R-10.4',
    body('v3-two-modes', (known) => ({ ...known, errors: [] })),
    'no entry for sample in errors, for query_type and sample without query and times',
  ],
  [
    'R-10.5',
    row('v3-channels', 'conversations', { channel: 'SMS' }),
    'channel "SMS" for WEBCHAT and VOICE-SIP',
  ],
  ['R-10.5', status('v3-channels', 400), 'status 400'],
  ['R-10.9', row('v3', 'conversations', { handoff_reason: null }), 'handoff_reason null in version 3'],
  ['R-10.9', row('v1', 'conversations', { handoff_reason: '' }), 'handoff_reason "" in version 1'],
  [
    'R-10.10',
    (evidence) => ({
      ...evidence,
      calls: { ...evidence.calls, 'v3-latency': evidence.calls['v3-without-latency'] as never },
    }),
    'no latency for include_latency=true',
  ],
  [
    'R-10.10',
    (evidence) => ({
      ...evidence,
      calls: { ...evidence.calls, 'v3-without-latency': evidence.calls['v3-latency'] as never },
    }),
    'a latency without include_latency',
  ],
  [
    'R-10.11',
    body('v3', (known) => ({ ...known, conversations: (known['conversations'] as unknown[]).toReversed() })),
    'a newer conversation first',
  ],
  [
    'R-10.11',
    body('v3-range', () => ({ conversations: [] })),
    'a range without the conversation at its first moment',
  ],
  [
    'R-10.11',
    (evidence) => ({ ...evidence, calls: { ...evidence.calls, 'v3-range': evidence.calls['v3'] as never } }),
    'a range with a conversation at its last moment',
  ],
  ['R-10.11', status('v3-range', 400), 'status 400 for start_time and end_time'],
  [
    'R-11.1',
    body('agent-conversations', (known) => ({ ...known, limit: 50 })),
    'limit 50 and offset 0 for limit=2&offset=0',
  ],
  [
    'R-11.1',
    body('agent-conversations', (known) => ({
      ...known,
      conversations: (known['conversations'] as unknown[]).toReversed(),
    })),
    'an older conversation first',
  ],
  [
    'R-11.1',
    row('agent-conversations-next', 'conversations', { conversationId: 'other' }),
    'another conversation at offset 1 than the second one',
  ],
  ['R-11.2', body('agent-conversation', (known) => ({ ...known, turns: undefined })), 'no turns'],
  [
    'R-12.1',
    body('concurrency', (known) => ({ ...known, account_id: 7 })),
    'account_id: expected string, received number',
  ],
  ['R-12.2', body('concurrency', (known) => ({ ...known, intervals: [] })), '0 intervals for a range of two'],
  [
    'R-12.2',
    row('concurrency', 'intervals', { time: '2026-03-02T09:01:00Z' }),
    'a time that is no multiple of five minutes',
  ],
  ['R-12.2', status('concurrency-long', 200), 'status 200 for a range of nine days'],
  ['R-12.3', status('concurrency-language', 200), 'status 200 for slice_by=language'],
  ['R-13.2', status('agent-chat-audio', 200), 'status 200 for the recording of a chat'],
  ['R-14.1', status('handoff-none', 404), 'status 404 for no id'],
  ['R-14.1', status('handoff-unknown', 200), 'status 200 for an unknown id'],
  ['R-15.4', status('call-malformed', 422), 'status 422 for the id "conformance"'],
  ['R-15.5', status('call-unknown', 200), 'status 200 for an unknown call'],
  ['R-15.6', status('agent-call-unknown', 200), 'status 200 for an unknown call'],
  ['R-16.1', body('audio-cache', () => ({})), 'entries: expected array, received undefined'],
  [
    'R-17.1',
    body('attributes', () => ({ attributes: [{ id: 1 }] })),
    'attributes.0.id: expected string, received number',
  ],
  ['R-17.2', status('write-attribute-empty', 201), 'status 201 for an empty name'],
  ['R-17.2', body('write-attribute-change', () => ({})), 'id: expected string, received undefined'],
  ['R-19.1', status('session-without-body', 400), 'status 400'],
];
