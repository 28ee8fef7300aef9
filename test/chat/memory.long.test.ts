import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  type ChatHarness,
  createChatHarness,
  sessionStart,
  wireEvent,
} from '../support/chat-harness.ts';

const MESSAGES = 10_000;
const RECONNECTS = 100;
const FIRST = 4;
const MEGABYTE = 1_048_576;

setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as () => void;

/** Bytes in use without machine code: the engine compiles and drops functions as it sees fit, whatever a conversation holds. */
function bytesInUse(): number {
  let bytes = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics())
    if (!space_name.includes('code')) bytes += space_used_size;
  return bytes;
}

/** Bytes in use after repeated garbage collections: objects held by finished promises are freed round by round. */
async function heapInUse(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let steady = 0; steady < 4; ) {
    await new Promise((next) => setImmediate(next));
    sweep();
    const used = bytesInUse();
    steady = least - used > 50_000 ? 0 : steady + 1;
    least = Math.min(least, used);
  }
  return least;
}

/** Event of a message; every second one is the visitor's. */
const said = (sequence: number) =>
  sequence % 2 === 0
    ? agentMessage(sequence, `Answer ${sequence} of the agent, of a usual length for an answer.`)
    : wireEvent('USER_MESSAGE', sequence, { text: `Question ${sequence}`, message_id: `user-${sequence}` });

function history(): unknown[] {
  const events: unknown[] = [sessionStart(), wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2), agentJoined(3)];
  for (let n = FIRST; n < FIRST + MESSAGES; n++) events.push(said(n));
  return events;
}

async function freshLoad(): Promise<ChatHarness> {
  const harness = createChatHarness({ stored: 'session-1' });
  const socket = await harness.connect();
  socket.receiveBatch(...history());
  await harness.advance(250);
  return harness;
}

/** The same conversation live, with a drop after every hundred messages. */
async function longConversation(): Promise<ChatHarness> {
  const harness = createChatHarness();
  await harness.connectAndJoin();
  for (let n = FIRST; n < FIRST + MESSAGES; n++) {
    if (n % 2 === 0) harness.socket().receiveEvent(said(n));
    else {
      harness.chat.send(`Question ${n}`);
      harness.socket().echo('EVENT_TYPE_USER_MESSAGE', n);
    }
    if (n % (MESSAGES / RECONNECTS) !== 0) continue;
    harness.socket().drop();
    await harness.advance(2_000);
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(20_000);
    // Sent frames belong to the scripted server, not to the client.
    for (const { sent } of harness.sockets) (sent as object[]).length = 0;
  }
  return harness;
}

/** Bytes that a conversation retains. */
async function retained(conversation: () => Promise<ChatHarness>) {
  const before = await heapInUse();
  const harness = await conversation();
  const bytes = (await heapInUse()) - before;
  expect(harness.chat.transcript.value.length).toBe(MESSAGES);
  harness.chat.dispose();
  return { bytes, sockets: harness.sockets.length };
}

describe('the memory of a long conversation', () => {
  it(`holds no more after ${MESSAGES} messages and ${RECONNECTS} reconnects than after loading them`, async () => {
    // Warm up: the engine compiles and caches.
    await retained(freshLoad);
    await retained(longConversation);
    const fresh = await retained(freshLoad);
    const long = await retained(longConversation);
    const grown = long.bytes / fresh.bytes;
    // biome-ignore lint/suspicious/noConsole: the figure is the result.
    console.log(
      `heap: fresh load ${(fresh.bytes / MEGABYTE).toFixed(1)} MB, long conversation ${(long.bytes / MEGABYTE).toFixed(1)} MB, ${grown.toFixed(2)} ×`,
    );
    expect({ fresh: fresh.sockets, long: long.sockets }).toEqual({ fresh: 1, long: RECONNECTS + 1 });
    expect(grown).toBeLessThanOrEqual(1.1);
  });
});
