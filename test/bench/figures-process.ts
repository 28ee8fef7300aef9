import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { settingsFor } from '../../src/cli/emulator-settings.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { type Counted, countedOf, createCounted } from '../../src/relay/admin/insights/counted.ts';
import { sumOf } from '../../src/relay/admin/insights/merge.ts';
import { ENVIRONMENTS } from '../../src/relay/admin/insights/plan.ts';
import { type Conversation, rollup } from '../../src/relay/admin/insights/rollup.ts';
import { createShared } from '../../src/relay/admin/insights/snapshot.ts';
import { DAY_MS, floorTo, WINDOW_MS } from '../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../src/relay/admin/insights/windows.ts';
import { newAdminKey } from '../../src/relay/config/admin-key.ts';
import { parseConfig, startRelay } from '../../src/relay/index.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { answer } from './answer.ts';

// A relay with the rollups of 400 busy days: 350 conversations in every five minutes.

const clock = { now: Date.now, after: () => () => {} };
const DAYS = 400;
/** Conversations of the last week that the platform has. */
const LISTED = 13_000;
const adminKey = newAdminKey();

const busyConversations = (seed: number): readonly Conversation[] =>
  Array.from({ length: 350 }, (_, at) => ({
    id: crypto.randomUUID(),
    started_at: new Date((at % 300) * 1_000).toISOString(),
    channel: ['VOICE-SIP', 'WEBCHAT', 'CHAT'][at % 3],
    variant_name: `Variant ${(at * 7 + seed) % 10}`,
    num_turns: 9,
    total_duration: 140 + at,
    handoff: at % 5 === 0,
    handoff_reason: `The caller wants to talk to a person about topic ${(at + seed) % 30}`,
    turns: Array.from({ length: 9 }, (_, turn) => ({ latency: 250 + ((at * 97 + turn * 31) % 60) ** 2 })),
  }));

function busyWindow(seed: number) {
  const all = busyConversations(seed).map((it) => ({ it, one: rollup(it) }));
  const counted = createCounted(1);
  for (const { it, one } of all) counted.add(countedOf(it, one));
  const { conversations, leftOutMs } = counted.read();
  return {
    rollup: sumOf(all.map(({ one }) => one)),
    countedFrom: (start: number): Counted => ({
      conversations: conversations.map((it) => ({ ...it, startedAt: start + it.startedAt })),
      leftOutMs,
    }),
  };
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function fill(project: string) {
  const store = createMemoryStore(clock);
  const windows = createWindows({ store, now: clock.now, project });
  const shared = createShared(store, clock.now, project);
  const kinds = Array.from({ length: 12 }, (_, seed) => busyWindow(seed));
  const before = heapMb();
  const until = floorTo(Date.now() - 60_000, WINDOW_MS);
  const since = floorTo(until, DAY_MS) - DAYS * DAY_MS;
  for (const environment of ENVIRONMENTS) {
    // The others have as little as most projects have.
    const from = environment === 'live' ? since : floorTo(until, DAY_MS);
    for (let day = from; day < until; day += DAY_MS) {
      const written = kinds.flatMap((kind, nth) =>
        Array.from({ length: 24 }, (_, hour) => {
          const start = day + (hour * 12 + nth) * WINDOW_MS;
          return { environment, start, rollup: kind.rollup, counted: kind.countedFrom(start) };
        }),
      );
      const past = written.filter(({ start }) => start < until);
      await windows.write(past, { from: since, to: until });
    }
    const read = { since, until, target: since, open: [] };
    await shared.writeProgress(environment, { ...read, hourReadAt: until, settledUntil: until });
  }
  return { store, storeMb: heapMb() - before };
}

const now = Date.now();
const emulator = await startEmulator({
  conversations: { count: LISTED, seed: 1, from: now - 7 * DAY_MS, to: now },
});
const { store, storeMb } = await fill(`${emulator.accountId}/${emulator.projectId}`);
const config = parseConfig(
  {
    ...settingsFor(emulator),
    FOYER_ADMIN_KEYS: `bench:read:${createHash('sha256').update(adminKey).digest('hex')}`,
    FOYER_PORT: '0',
    FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
    FOYER_LOG_LEVEL: 'silent',
  },
  { read: () => undefined },
);
if (!config.ok) throw new Error(JSON.stringify(config.error));
const { url } = await startRelay(config.value, { store });
const turns = monitorEventLoopDelay({ resolution: 1 });
turns.enable();

export type Figures = typeof actions;

const ready = { url, adminKey, storeMb };
export type FiguresReady = typeof ready;

const actions = {
  /** Longest time that a request waited for the process, since this was last asked, in ms. */
  longestTurn(): number {
    const longest = turns.max / 1e6;
    turns.reset();
    return longest;
  },
};
answer(actions, ready);
