import { randomUUID } from 'node:crypto';
import { encode } from '../../../protocol/codec.ts';
import { type Dialect, otherDialect, wireType } from '../../../protocol/dialect.ts';
import {
  CONFIRM_MS,
  END_MS,
  FIRST_HISTORY_MS,
  HEARTBEAT_ANSWER_MS,
  JOIN_MS,
  MAX_FRAME_BYTES,
} from '../../../protocol/limits.ts';
import { allEvents, sequenceOf, type WireEvent } from '../evidence/frames.ts';
import { type OwnSession, socketAddress } from './messaging.ts';
import type { Line, SocketRecorder } from './sockets.ts';

/** Longest wait for the beginning of an answer of the agent, and the silence that ends one. */
const AGENT_MS = 60_000;
const QUIET_MS = 1_000;
const AT_MOST_MS = 10_000;

/** Why a conversation was left out. */
export const NOBODY = 'no agent joined (M-7.1)';

/** Beginning of the step of a message. */
export const SAY = 'say-';
export const joinStep = (dialect: Dialect) => `join-${dialect}`;

const has = (stem: WireEvent['stem']) => (events: readonly WireEvent[]) =>
  events.some((event) => event.stem === stem);
const isOfAgent = ({ stem, payload }: WireEvent): boolean =>
  stem === 'AGENT_MESSAGE_CHUNK'
    ? payload['is_complete'] === true
    : /^(?:LIVE_)?AGENT_(?:MESSAGE|TRIGGERED)|^HANDOFF|^CLIENT_HANDOFF|^SYSTEM_MESSAGE/.test(stem ?? '');

/** Waits for the history. It has no end mark, so silence ends it (M-7.2). */
async function awaitHistory(line: Line): Promise<void> {
  line.step('history');
  await line.until((events) => events.some(({ isHistory }) => isHistory), FIRST_HISTORY_MS);
  await line.quiet(300, 2_000);
}

async function ask(line: Line, dialect: Dialect): Promise<boolean> {
  line.step(joinStep(dialect));
  line.send(encode({ kind: 'requestAgentJoin' }, dialect));
  await line.until((events) => has('AGENT_JOINED')(events) || has('SYSTEM_MESSAGE')(events), JOIN_MS);
  return line.until(has('AGENT_JOINED'), 0);
}

/** Sends a frame in a step of its own, and waits for an event that answers it. */
async function sendAndAwait(line: Line, step: string, text: string, stem: WireEvent['stem'], inMs: number) {
  line.step(step);
  line.send(text);
  await line.until(has(stem), inMs);
}

async function say(line: Line, step: string, text: string, clientEventId: string, dialect: Dialect) {
  await sendAndAwait(
    line,
    step,
    encode({ kind: 'userMessage', text, clientEventId }, dialect),
    'USER_MESSAGE',
    CONFIRM_MS,
  );
  await line.until((events) => events.some(isOfAgent), AGENT_MS);
  await line.quiet(QUIET_MS, AT_MOST_MS);
}

/** Largest frame that the session takes (M-14.4). */
function limitOf(events: readonly WireEvent[]): number {
  const start = events.find(({ stem }) => stem === 'SESSION_START')?.payload['capabilities'];
  const { max_message_size_bytes: advertised } = (start ?? {}) as Record<string, unknown>;
  return typeof advertised === 'number' && advertised > 0
    ? Math.min(advertised, MAX_FRAME_BYTES)
    : MAX_FRAME_BYTES;
}

/** A frame of a length. White space means nothing in JSON. */
const padded = (text: string, bytes: number) =>
  `${text.slice(0, -1)}${' '.repeat(Math.max(0, bytes - text.length))}}`;

/** Talks to the agent in one session: every kind of frame that a client may send, and some that it may not. Returns the dialect. */
export async function playConversation(
  line: Line,
  happenings: Parameters<typeof allEvents>[0],
  says: readonly string[],
): Promise<Dialect | undefined> {
  await awaitHistory(line);
  const isService = await ask(line, 'service');
  const dialect = isService ? 'service' : (await ask(line, 'poly')) ? 'poly' : undefined;
  if (dialect === undefined) return undefined;
  await line.until((events) => events.some(isOfAgent), JOIN_MS);
  await line.quiet(QUIET_MS, AT_MOST_MS);

  const heartbeat = encode({ kind: 'heartbeat' }, dialect);
  await sendAndAwait(line, 'heartbeat', heartbeat, 'HEARTBEAT', HEARTBEAT_ANSWER_MS);
  line.step('typing');
  line.send(encode({ kind: 'userTyping', state: 'started' }, dialect));
  line.send(encode({ kind: 'userTyping', state: 'stopped' }, dialect));
  line.send(heartbeat);
  await line.until(has('HEARTBEAT'), HEARTBEAT_ANSWER_MS);

  const [first = '', ...others] = says;
  const id = randomUUID();
  await say(line, `${SAY}1`, first, id, dialect);
  // M-9.1: a client that lost the echo sends the message again with its id.
  await say(line, 'repeat', first, id, dialect);
  for (const [index, text] of others.entries())
    await say(line, `${SAY}${index + 2}`, text, randomUUID(), dialect);

  line.step('second-join');
  line.send(encode({ kind: 'requestAgentJoin' }, dialect));
  await line.until(has('REQUEST_AGENT_JOIN'), HEARTBEAT_ANSWER_MS);
  await line.quiet(QUIET_MS, AT_MOST_MS);

  // A platform may close the socket at these, so they come last.
  if (isService) await ask(line, otherDialect(dialect));
  const unknown = JSON.stringify({ type: 'EVENT_TYPE_FOYER_CONFORMANCE', payload: {} });
  await sendAndAwait(line, 'unknown-type', unknown, 'SYSTEM_MESSAGE', HEARTBEAT_ANSWER_MS);
  const pretended = {
    type: wireType('AGENT_MESSAGE', dialect),
    payload: { message_id: randomUUID(), text: 'Hello' },
  };
  await sendAndAwait(line, 'platform-type', JSON.stringify(pretended), 'SYSTEM_MESSAGE', HEARTBEAT_ANSWER_MS);
  const large = padded(heartbeat, limitOf(allEvents(happenings)));
  await sendAndAwait(line, 'large-frame', large, 'HEARTBEAT', HEARTBEAT_ANSWER_MS);
  return dialect;
}

/** Beginning of the step that names the cursor of a resumed socket. */
export const CURSOR = 'cursor ';

/** Cursors with which the session is resumed, by the name of the socket. */
function cursorsOf(last: number): Readonly<Record<string, string | undefined>> {
  const middle = Math.max(1, Math.floor(last / 2));
  return {
    'from-start': undefined,
    'from-middle': `${middle}`,
    'from-middle-seq': `seq:${middle}`,
    'from-nonsense': 'nonsense',
    'from-end': `${last}`,
  };
}

/** Resumes the session from several cursors. */
export async function playResumes(
  { connect }: SocketRecorder,
  url: string,
  { id, token }: OwnSession,
  live: readonly WireEvent[],
): Promise<void> {
  const last = Math.max(0, ...live.map((event) => sequenceOf(event) ?? 0));
  for (const [name, cursor] of Object.entries(cursorsOf(last))) {
    const query = { session_id: id, access_token: token, ...(cursor !== undefined && { cursor }) };
    const line = await connect(name, socketAddress(url, query));
    if (!line) continue;
    line.step(`${CURSOR}${cursor ?? ''}`);
    await awaitHistory(line);
    line.close();
  }
}

/** Ends the session, and tries its handshake afterwards. */
export async function playEnd(
  line: Line,
  { connect }: SocketRecorder,
  url: string,
  { id, token }: OwnSession,
): Promise<void> {
  line.step('end');
  // This event is the same in both dialects.
  line.send(encode({ kind: 'userEndSession' }, 'service'));
  await line.closed(END_MS);
  line.close();
  const again = await connect('after-end', socketAddress(url, { session_id: id, access_token: token }));
  again?.close();
}
