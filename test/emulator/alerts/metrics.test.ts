import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTrafficMetrics, percentile } from '../../../src/emulator/alerts/metrics.ts';
import { createSyntheticSeries } from '../../../src/emulator/conversations/synthetic-series.ts';
import type { Origin } from '../../../src/emulator/model/origin.ts';
import { withSyntheticDefaults } from '../../../src/emulator/model/synthetic-options.ts';
import { newEvent } from '../../../src/emulator/sessions/new-event.ts';
import { ALERT_METRICS } from '../../../src/emulator/store/alert-rule-table.ts';
import { openStore, type Store } from '../../../src/emulator/store/store.ts';
import type { TrafficScope } from '../../../src/emulator/store/traffic-queries.ts';
import type { ServerEventBody } from '../../../src/protocol/events.ts';

const SHOP = { accountId: 'lumen-oak', projectId: 'shop' };
const ELSEWHERE: Origin = {
  accountId: 'lumen-oak',
  projectId: 'warehouse',
  environment: 'sandbox',
  channel: 'CHAT',
  variantId: 'main',
  language: 'en',
};
const message = {
  text: 'x',
  suggestions: [],
  attachments: [],
  callActions: [],
  person: { name: 'Iris' },
  endsConversation: false,
};
const user = (messageId = 'u'): ServerEventBody => ({ kind: 'userMessage', messageId, text: 'x' });
const agent = (messageId = 'a'): ServerEventBody => ({ kind: 'agentMessage', ...message, messageId });
const live = (messageId = 'l'): ServerEventBody => ({ kind: 'liveAgentMessage', ...message, messageId });
const chunk = (messageId: string, chunkIndex: number): ServerEventBody => ({
  kind: 'agentMessageChunk',
  messageId,
  chunkIndex,
  text: 'x',
  attachments: [],
  suggestions: [],
  isComplete: false,
});
const start: ServerEventBody = { kind: 'sessionStart', capabilities: { streaming: false } };
const end: ServerEventBody = { kind: 'sessionEnd', reason: 'natural_end' };

let store: Store;
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

type TimedEvents = readonly (readonly [number, ServerEventBody])[];
function sessionOf(origin: Origin | undefined, id: string, at: number, ...events: TimedEvents) {
  const session = { id, tokenHash: '', streaming: false, platform: 'web', at, ...(origin && { origin }) };
  store.journal.createSession(session, newEvent(at, start));
  for (const [when, body] of events) store.journal.append(id, newEvent(when, body));
}
/** A session that began at a time, with its events and their times. */
const session = (id: string, at: number, ...events: TimedEvents) => sessionOf(undefined, id, at, ...events);
/** All metrics in the window after 1000 up to and including 2000. */
function metricsIn(scope: Partial<TrafficScope> = {}) {
  const metrics = createTrafficMetrics(store.traffic);
  const window = { accountId: 'lumen-oak', projectId: null, from: 1000, to: 2000, ...scope };
  return ALERT_METRICS.map((metric) => metrics.value(metric, window));
}
const NO_DATA = Array(6).fill(undefined);

describe('metrics of alert rules', () => {
  it('metrics are undefined without data and 0 for a conversation without errors (R-7.5)', () => {
    expect(metricsIn()).toEqual(NO_DATA);
    session('s', 1500);
    expect(metricsIn()).toEqual([undefined, undefined, 0, 0, 0, 1]);
  });

  it('counts from after the start of the window up to and including its end (R-7.4)', () => {
    session('a', 1000);
    session('b', 1001);
    session('c', 2000);
    session('d', 2001);
    for (const at of [1000, 1001, 2000, 2001]) store.traffic.addFailure('a', 'api_errors', at);
    store.traffic.addFailure('a', 'function_errors', 1500);
    store.traffic.addFailure('a', 'call_crashes', 1500);
    expect(metricsIn()).toEqual([undefined, undefined, 2, 1, 1, 2]);
  });

  it('assigns a turn to the window in which its answer began, even after the session (R-7.4)', () => {
    session('a', 10, [20, user('1')], [1000, agent('2')], [1001, user('3')], [1101, agent('4')], [1500, end]);
    session('b', 10, [900, user('1')], [1200, agent('2')], [1900, user('3')], [2001, agent('4')]);
    session('c', 10, [900, user('1')], [950, agent('2')], [960, end]);
    expect(metricsIn()).toEqual([100, 300, 0, 0, 0, 0]);
  });

  it('measures each answer once, from the last message before it to its first word', () => {
    session(
      's',
      10,
      [1100, agent('greeting')],
      [1200, user('1')],
      [1250, user('2')],
      [1300, chunk('3', 1)],
      // A message during the answer.
      [1310, user('4')],
      [1320, chunk('3', 2)],
      [1330, chunk('3', 3)],
      [1400, chunk('5', 1)],
    );
    expect(metricsIn().slice(0, 2)).toEqual([50, 90]);
  });

  it('live agents and greetings have no latency, but their turns count as data', () => {
    session('a', 10, [1200, user('5')]);
    expect(metricsIn()).toEqual(NO_DATA);
    session('b', 10, [900, user('1')], [1300, live('2')]);
    expect(metricsIn()).toEqual([undefined, undefined, 0, 0, 0, 0]);
    sessionOf(ELSEWHERE, 'c', 10, [1100, agent('3')], [1200, user('4')]);
    expect(metricsIn({ projectId: 'warehouse' })).toEqual([undefined, undefined, 0, 0, 0, 0]);
  });

  it('covers the requested project or all projects of its account, never another account', () => {
    session('a', 1500, [1600, user()], [1700, agent()]);
    sessionOf(ELSEWHERE, 'b', 1500, [1600, user()], [1800, agent()], [1900, end]);
    store.traffic.addFailure('b', 'api_errors', 1600);
    expect(metricsIn()).toEqual([100, 200, 1, 0, 0, 2]);
    expect(metricsIn({ projectId: 'shop' })).toEqual([100, 100, 0, 0, 0, 1]);
    expect(metricsIn({ projectId: 'warehouse' })).toEqual([200, 200, 1, 0, 0, 1]);
    expect(metricsIn({ projectId: 'never' })).toEqual(NO_DATA);
    expect(metricsIn({ accountId: 'other' })).toEqual(NO_DATA);
  });

  it('computes the latencies of conversation lists, for real and synthetic conversations', () => {
    const to = 1_000_000_000_000;
    const from = to - 3_600_000;
    const options = withSyntheticDefaults(
      {
        count: 300,
        seed: 2,
        from,
        to,
        incidents: [{ from: to - 2_000_000, to: to - 1_000_000, slowdown: 20, failure: 'api_errors' }],
      },
      to,
    );
    store.syntheticConversations.begin(SHOP, createSyntheticSeries(options), 0, to);
    session('a', to - 100_000, [to - 90_000, user()], [to - 30_000, agent()], [to - 29_000, user()]);
    const rows = store.conversations.newest(SHOP, { limit: 500, offset: 0 });
    const turns = [...store.conversations.turnsOf(rows).values()].flat();
    expect(turns.length).toBeGreaterThan(1_000);
    for (let at = from; at < to; at += 300_000) {
      const isIn = (moment: number | null) => moment !== null && moment > at && moment <= at + 300_000;
      const latencies = turns.flatMap((turn) =>
        isIn(turn.agent_response_at) && turn.latency !== null ? [turn.latency] : [],
      );
      expect(metricsIn({ from: at, to: at + 300_000 })).toEqual([
        percentile(latencies, 50),
        percentile(latencies, 95),
        expect.any(Number),
        0,
        0,
        rows.filter((row) => isIn(row.started_at)).length,
      ]);
    }
    const [, , apiErrors] = metricsIn({ from, to });
    const slow = rows.filter((row) => row.started_at >= to - 2_000_000 && row.started_at < to - 1_000_000);
    expect([slow.length > 50, apiErrors]).toEqual([true, slow.length]);
  });
});
