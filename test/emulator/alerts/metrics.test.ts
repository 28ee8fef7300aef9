import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTrafficMetrics, type MetricScope } from '../../../src/emulator/alerts/metrics.ts';
import { newEvent } from '../../../src/emulator/new-event.ts';
import { METRICS } from '../../../src/emulator/store/alert-rules.ts';
import { openStore, type Store } from '../../../src/emulator/store/index.ts';
import type { ServerEventBody } from '../../../src/protocol/events.ts';

const OWN = { accountId: 'lumen-oak', projectId: 'shop' };
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

/** A session that began at the first time, with what was said when. */
function session(id: string, at: number, ...events: readonly (readonly [number, ServerEventBody])[]) {
  store.journal.createSession(
    { id, tokenHash: '', streaming: false, platform: 'web', at },
    newEvent(at, start),
  );
  for (const [when, body] of events) store.journal.append(id, newEvent(when, body));
}
/** All metrics in the window after 1000, up to and with 2000. */
function figures(scope: Partial<MetricScope> = {}) {
  const metrics = createTrafficMetrics(store.traffic, OWN);
  const window = { accountId: 'lumen-oak', projectId: null, from: 1000, to: 2000, ...scope };
  return METRICS.map((metric) => metrics.value(metric, window));
}
const NOTHING = Array(6).fill(undefined);

describe('the figures that alert rules watch', () => {
  it('are none where nothing happened, and 0 where a conversation had no errors', () => {
    expect(figures()).toEqual(NOTHING);
    session('s', 1500);
    expect(figures()).toEqual([undefined, undefined, 0, 0, 0, 1]);
  });

  it('count in the window after its beginning, up to and with its end', () => {
    session('a', 1000);
    session('b', 1001);
    session('c', 2000);
    session('d', 2001);
    for (const at of [1000, 1001, 2000, 2001]) store.traffic.keepIncident('a', 'api_errors', at);
    store.traffic.keepIncident('a', 'function_errors', 1500);
    store.traffic.keepIncident('a', 'call_crashes', 1500);
    expect(figures()).toEqual([undefined, undefined, 2, 1, 1, 2]);
  });

  it('take a turn by when its answer began, whenever it was asked and though the session is over', () => {
    session('a', 10, [20, user('1')], [1000, agent('2')], [1001, user('3')], [1101, agent('4')], [1500, end]);
    session('b', 10, [900, user('1')], [1200, agent('2')], [1900, user('3')], [2001, agent('4')]);
    session('c', 10, [900, user('1')], [950, agent('2')], [960, end]);
    expect(figures()).toEqual([100, 300, 0, 0, 0, 0]);
  });

  it('measure to the first word, once an answer, from the last message before it', () => {
    session(
      's',
      10,
      [1100, agent('greeting')],
      [1200, user('1')],
      [1250, user('2')],
      [1300, chunk('3', 1)],
      // Said while the answer was still coming.
      [1310, user('4')],
      [1320, chunk('3', 2)],
      [1330, chunk('3', 3)],
      [1400, chunk('5', 1)],
    );
    expect(figures().slice(0, 2)).toEqual([50, 90]);
  });

  it('leave out what people answer, and greetings', () => {
    session('a', 10, [1100, agent('1')], [1200, user('2')], [1300, live('3')], [1400, agent('4')]);
    session('b', 10, [1200, user('5')]);
    expect(figures()).toEqual(NOTHING);
  });

  it('are of the project that has a messaging host, and of no other account', () => {
    session('s', 1500);
    expect(figures({ projectId: 'shop' })[5]).toBe(1);
    expect(figures({ projectId: 'warehouse' })).toEqual(NOTHING);
    expect(figures({ accountId: 'other' })).toEqual(NOTHING);
  });
});
