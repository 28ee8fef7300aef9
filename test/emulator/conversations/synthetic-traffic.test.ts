import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSyntheticTraffic } from '../../../src/emulator/hosts/synthetic-traffic.ts';
import {
  type SyntheticConversations,
  withSyntheticDefaults,
} from '../../../src/emulator/model/synthetic-options.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const SHOP = { accountId: 'lumen-oak', projectId: 'shop' };
const NOW = Date.UTC(2026, 10, 2, 9);
const MINUTE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'foyer-traffic-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HOUR: SyntheticConversations = {
  count: 200,
  from: NOW - 30 * MINUTE_MS,
  to: NOW + 30 * MINUTE_MS,
  incidents: [{ from: NOW, to: NOW + 10 * MINUTE_MS, slowdown: 3, handoffReason: 'recall' }],
};

/** A platform's conversations at a time. */
function open(file = ':memory:', now = NOW) {
  const clock = createFakeClock(now);
  const store = openStore(file);
  const traffic = createSyntheticTraffic({ clock, writer: store.syntheticConversations, project: SHOP });
  return {
    clock,
    add: (options: SyntheticConversations = HOUR) => traffic.add(withSyntheticDefaults(options, clock.now())),
    rows: () => store.conversations.newest(SHOP, { limit: 1_000, offset: 0 }).toReversed(),
    turnsOf: store.conversations.turnsOf,
    close() {
      traffic.dispose();
      store.close();
    },
  };
}

describe('synthetic conversations of the future', () => {
  it('conversations of the future begin in their time, answer by answer, and end in it', () => {
    const { clock, add, rows, turnsOf, close } = open();
    add();
    let progress = 0;
    for (let minute = 0; minute < 30; minute += 1) {
      const now = clock.now();
      const all = rows();
      expect(all.filter(({ started_at: at }) => at > now)).toEqual([]);
      const running = all.filter((row) => row.ended_at === null);
      for (const row of running) {
        const turns = turnsOf([row]).get(row.seq) ?? [];
        expect(turns).toHaveLength(row.num_turns);
        expect(turns.filter((turn) => (turn.agent_response_at ?? 0) > now)).toEqual([]);
        // Nobody is handed off before the agent has said so.
        if (row.handoff === 0) expect(row.handoff_destination).toBe('');
        else expect(row.agent_ended_at === null || row.agent_ended_at <= now).toBe(true);
        progress += row.num_turns;
      }
      expect(all.every(({ ended_at: at }) => at === null || at <= now)).toBe(true);
      clock.advance(MINUTE_MS);
    }
    expect(progress).toBeGreaterThan(50);
    close();
  });

  it('conversations of the future end up as if they had been added afterwards', () => {
    const [during, afterwards] = [open(), open(':memory:', NOW + 30 * MINUTE_MS)];
    during.add();
    during.clock.advance(30 * MINUTE_MS);
    afterwards.add();
    const rowsOf = (platform: typeof during) => platform.rows().map(({ seq, ...row }) => row);
    expect(rowsOf(during)).toHaveLength(200);
    expect(rowsOf(during)).toEqual(rowsOf(afterwards));
    expect(during.clock.waiting()).toBe(0);
    during.close();
    afterwards.close();
  });

  it('conversations of the future continue after a restart of the platform', () => {
    const file = join(folder, 'platform.db');
    const before = open(file);
    before.add();
    const running = before.rows().filter((row) => row.ended_at === null);
    expect(running.length).toBeGreaterThan(0);
    before.close();
    const after = open(file);
    after.clock.advance(30 * MINUTE_MS);
    const ended = new Map(after.rows().map((row) => [row.id, row.ended_at]));
    expect(running.map(({ id }) => ended.get(id)).filter((at) => (at ?? 0) > NOW)).toHaveLength(
      running.length,
    );
    after.add();
    const whole = open(':memory:', NOW + 30 * MINUTE_MS);
    whole.add();
    const timesOf = (platform: typeof after) =>
      platform.rows().map(({ id, started_at, ended_at }) => [id, started_at, ended_at]);
    expect(timesOf(after)).toEqual(timesOf(whole));
    whole.close();
    after.close();
  });

  it('adds conversations of the future once, whatever is added beside them', () => {
    const { clock, add, rows, close } = open();
    add();
    add();
    add({ ...HOUR, seed: 2, count: 50 });
    clock.advance(30 * MINUTE_MS);
    expect(rows()).toHaveLength(250);
    close();
  });

  it('conversations of the future stop with the platform', () => {
    const { clock, add, close } = open();
    add();
    close();
    expect(clock.waiting()).toBe(0);
  });
});
