import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  createWorld,
  sessionStart,
  type World,
  wire,
} from '../support/chat-world.ts';

const MESSAGES = 10_000;
const RECONNECTS = 100;
const FIRST = 4;
const MEGABYTE = 1_048_576;

setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as () => void;

/** Bytes in use once nothing more can be freed: what only finished promises and callbacks hold goes round by round. */
async function heapInUse(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let steady = 0; steady < 4; ) {
    await new Promise((next) => setImmediate(next));
    sweep();
    const { heapUsed } = process.memoryUsage();
    steady = least - heapUsed > 50_000 ? 0 : steady + 1;
    least = Math.min(least, heapUsed);
  }
  return least;
}

/** Every second message is the visitor's own. */
const said = (sequence: number) =>
  sequence % 2 === 0
    ? agentMessage(sequence, `Answer ${sequence} of the agent, of a usual length for an answer.`)
    : wire('USER_MESSAGE', sequence, { text: `Question ${sequence}`, message_id: `user-${sequence}` });

function history(): unknown[] {
  const events: unknown[] = [sessionStart(), wire('REQUEST_SERVICE_AGENT_JOIN', 2), agentJoined(3)];
  for (let n = FIRST; n < FIRST + MESSAGES; n++) events.push(said(n));
  return events;
}

async function freshLoad(): Promise<World> {
  const world = createWorld({ stored: 'session-1' });
  const socket = await world.begin();
  socket.batch(...history());
  await world.advance(250);
  return world;
}

/** The same conversation as it happened, with a dropped link after every hundred messages. */
async function longConversation(): Promise<World> {
  const world = createWorld();
  await world.ready();
  for (let n = FIRST; n < FIRST + MESSAGES; n++) {
    if (n % 2 === 0) world.socket().event(said(n));
    else {
      world.chat.send(`Question ${n}`);
      world.socket().echo('EVENT_TYPE_USER_MESSAGE', n);
    }
    if (n % (MESSAGES / RECONNECTS) !== 0) continue;
    world.socket().drop();
    await world.advance(2_000);
    world.socket().accept();
    world.socket().batch();
    await world.advance(20_000);
    // What the client wrote is the far side's to remember, not the client's.
    for (const { sent } of world.sockets) sent.length = 0;
  }
  return world;
}

/** What a conversation keeps alive, in bytes. */
async function retained(conversation: () => Promise<World>) {
  const before = await heapInUse();
  const world = await conversation();
  const bytes = (await heapInUse()) - before;
  expect(world.chat.transcript.value.length).toBe(MESSAGES);
  world.chat.dispose();
  return { bytes, sockets: world.sockets.length };
}

describe('the memory of a long conversation', () => {
  it(`holds no more after ${MESSAGES} messages and ${RECONNECTS} reconnects than after loading them`, {
    timeout: 120_000,
  }, async () => {
    // Once for the engine, which compiles and caches on the way.
    await retained(freshLoad);
    await retained(longConversation);
    const fresh = await retained(freshLoad);
    const long = await retained(longConversation);
    const grown = long.bytes / fresh.bytes;
    // biome-ignore lint/suspicious/noConsole: the figure is asked for.
    console.log(
      `heap: fresh load ${(fresh.bytes / MEGABYTE).toFixed(1)} MB, long conversation ${(long.bytes / MEGABYTE).toFixed(1)} MB, ${grown.toFixed(2)} ×`,
    );
    expect({ fresh: fresh.sockets, long: long.sockets }).toEqual({ fresh: 1, long: RECONNECTS + 1 });
    expect(grown).toBeLessThanOrEqual(1.1);
  });
});
