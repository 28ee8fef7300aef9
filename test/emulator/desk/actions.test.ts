import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDesk } from '../../../src/emulator/desk/desk.ts';
import { createRoster } from '../../../src/emulator/desk/roster.ts';
import type { LiveAgent } from '../../../src/emulator/model/conversation.ts';
import type { Connection } from '../../../src/emulator/sessions/connection.ts';
import { openSessions } from '../../../src/emulator/sessions/sessions.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import type { SentEvent } from '../../../src/protocol/server-frames.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { shareOf } from '../../support/sizes.ts';

/** Random actions of two live agents and three visitors. */

const LIVE_AGENTS: readonly LiveAgent[] = [
  { id: 'agent-ada', name: 'Ada' },
  { id: 'agent-grace', name: 'Grace' },
];
const VISITORS = [0, 1, 2] as const;
const MAX_WAIT_MS = 180_000;
const GONE_AFTER_MS = 30_000;

function platform() {
  const clock = createFakeClock();
  const store = openStore(':memory:');
  const { journal } = store;
  const settings = {
    clock,
    pace: { wordMs: 40, thinkingMs: 400 },
    mediaUrl: 'http://127.0.0.1',
    log: () => {},
  };
  const roster = createRoster(clock);
  const sessions = openSessions({
    ...settings,
    journal,
    dialect: 'service',
    idleMs: 10_000_000,
    isDeskStaffed: roster.isStaffed,
    storeHandoff: () => {},
    recordFailure: () => {},
  });
  const desk = createDesk({ ...settings, roster, sessions, journal });
  const connection: Connection = { send: () => {}, isOpen: () => true, close: () => {} };
  const ids = VISITORS.map(() => sessions.create({ tokenHash: '', streaming: true, platform: 'WEB' }));
  for (const id of ids) sessions.live(id)?.connect(connection, 0);
  const pages = LIVE_AGENTS.map((): (() => void)[] => []);
  const goneAt = LIVE_AGENTS.map(() => 0);

  const send = (at: number, type: string, payload: object = {}) =>
    sessions
      .live(ids[at] ?? '')
      ?.receive(connection, JSON.stringify({ type: `EVENT_TYPE_${type}`, payload }));
  return {
    clock,
    journal,
    sessions,
    desk,
    ids,
    send,
    open(at: number) {
      const person = LIVE_AGENTS[at];
      if (person) pages[at]?.push(desk.open(person, { send: () => {}, end: () => {} }));
    },
    close(at: number) {
      pages[at]?.shift()?.();
      if (pages[at]?.length === 0) goneAt[at] = clock.now();
    },
    take(at: number, id: string) {
      const person = LIVE_AGENTS[at];
      const isTaken = person && desk.take(person, id).ok;
      if (isTaken && pages[at]?.length === 0 && clock.now() >= (goneAt[at] ?? 0) + GONE_AFTER_MS)
        goneAt[at] = clock.now();
    },
    /** True if a live agent has a page, or may still come back. */
    isThere: (id: string) => {
      const at = LIVE_AGENTS.findIndex((liveAgent) => liveAgent.id === id);
      return (pages[at]?.length ?? 0) > 0 || clock.now() < (goneAt[at] ?? 0) + GONE_AFTER_MS;
    },
    dispose() {
      desk.dispose();
      roster.dispose();
      sessions.dispose();
      store.close();
    },
  };
}
type Platform = ReturnType<typeof platform>;

const person = fc.constantFrom(0, 1);
const visitor = fc.constantFrom(...VISITORS);
const text = fc.constantFrom(
  'human',
  'human',
  'human timeout',
  'slow',
  'long 200',
  'delivery',
  'french',
  'bye',
);
const chatAction = fc.constantFrom('take', 'take', 'leave', 'handBack', 'end', 'say', 'type');
const action = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), person }),
  fc.record({ kind: fc.constant('close' as const), person }),
  fc.record({ kind: fc.constant('available' as const), person, is: fc.boolean() }),
  fc.record({ kind: fc.constant('chat' as const), person, visitor, chatAction }),
  fc.record({ kind: fc.constant('chat' as const), person, visitor, chatAction }),
  fc.record({ kind: fc.constant('message' as const), visitor, text }),
  fc.record({ kind: fc.constant('message' as const), visitor, text }),
  fc.record({ kind: fc.constant('typing' as const), visitor }),
  fc.record({ kind: fc.constant('bye' as const), visitor }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(0, 100, 1_000, 5_000, 30_000, 100_000),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer It> ? It : never;

function perform({ desk, ids, clock, open, close, send, take }: Platform, value: Action) {
  if (value.kind === 'wait') return clock.advance(value.ms);
  if (value.kind === 'message') return send(value.visitor, 'USER_MESSAGE', { text: value.text });
  if (value.kind === 'typing') return send(value.visitor, 'USER_TYPING', { state: 'TYPING_STATE_STARTED' });
  if (value.kind === 'bye') return send(value.visitor, 'USER_END_SESSION');
  const agent = LIVE_AGENTS[value.person];
  if (!agent) return;
  if (value.kind === 'open') return open(value.person);
  if (value.kind === 'close') return close(value.person);
  if (value.kind === 'available') return desk.setAvailable(agent, value.is);
  const id = ids[value.visitor] ?? '';
  if (value.chatAction === 'take') return take(value.person, id);
  if (value.chatAction === 'say') return desk.say(agent, id, { id: randomUUID(), text: 'Hello' });
  if (value.chatAction === 'type') return desk.type(agent, id, 'started');
  return desk[value.chatAction](agent, id);
}

/** True if every message of a live agent is between their joining and their leaving. */
function expectOrder(events: readonly SentEvent[]) {
  let present: string | undefined;
  let isAccepted = false;
  for (const event of events) {
    if (event.kind === 'handoffAccepted') isAccepted = true;
    if (event.kind === 'handoffTimeout' || event.kind === 'agentJoined') isAccepted = false;
    if (event.kind === 'handoffQueueStatus') expect([isAccepted, present]).toEqual([true, undefined]);
    if (event.kind === 'liveAgentJoined') {
      expect([isAccepted, present]).toEqual([true, undefined]);
      present = event.person.id;
    }
    if (event.kind === 'liveAgentMessage') expect(event.person.id).toBe(present);
    if (event.kind === 'agentMessage' || event.kind === 'agentMessageChunk') expect(present).toBe(undefined);
    if (event.kind === 'liveAgentLeft') {
      expect(event.person.id).toBe(present);
      present = undefined;
    }
  }
}

it('every visitor is answered by a partner who is present, in a valid order, and no timer is left', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
      const all = platform();
      const { clock, ids, journal, sessions } = all;
      for (const at of VISITORS) all.send(at, 'REQUEST_SERVICE_AGENT_JOIN');
      all.open(0);
      /** End of the wait that a visitor was last told. */
      const toldUntil = (id: string) => {
        const told = journal.events(id, 0).findLast(({ kind }) => kind === 'handoffQueueStatus');
        return told?.kind === 'handoffQueueStatus'
          ? (told.at ?? 0) + (told.estimatedWaitSeconds ?? 0) * 1_000
          : 0;
      };
      const expectAnswer = () => {
        for (const session of sessions.all()) {
          const it = session.conversation();
          if (it.partner === 'queue')
            expect(clock.now()).toBeLessThan(Math.max(it.since + MAX_WAIT_MS, toldUntil(session.id)));
          else if (it.partner === 'person') expect(all.isThere(it.person.id)).toBe(true);
          else expect(['agent', 'live-agent']).toContain(it.partner);
        }
      };
      for (const it of actions) {
        perform(all, it);
        expectAnswer();
      }
      clock.advance(600_000);
      expectAnswer();
      expect(sessions.all().filter((session) => session.conversation().partner === 'queue')).toEqual([]);
      for (const id of ids) expectOrder(journal.events(id, 0));
      all.dispose();
      expect(clock.waiting()).toBe(0);
    }),
    { numRuns: shareOf(300) },
  );
});
