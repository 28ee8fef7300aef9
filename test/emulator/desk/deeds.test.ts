import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Connection } from '../../../src/emulator/connection.ts';
import type { DeskPerson } from '../../../src/emulator/conversation.ts';
import { createDesk } from '../../../src/emulator/desk/desk.ts';
import { openSessions } from '../../../src/emulator/sessions.ts';
import { openStore } from '../../../src/emulator/store/index.ts';
import type { SentEvent } from '../../../src/protocol/server-frames.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** Whatever two people at the desk and three visitors do, in whatever order. */

const PEOPLE: readonly DeskPerson[] = [
  { id: 'agent-ada', name: 'Ada' },
  { id: 'agent-grace', name: 'Grace' },
];
const VISITORS = [0, 1, 2] as const;
const PATIENCE_MS = 180_000;
const GONE_MS = 30_000;

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
  const sessions = openSessions({
    ...settings,
    journal,
    dialect: 'service',
    idleMs: 10_000_000,
    isDeskStaffed: () => desk.isStaffed(),
    keepHandoff: () => {},
    keepIncident: () => {},
  });
  const desk = createDesk({ ...settings, sessions, journal });
  const connection: Connection = { send: () => {}, isOpen: () => true, close: () => {}, cut: () => {} };
  const ids = VISITORS.map(() => sessions.create({ tokenHash: '', streaming: true, platform: 'WEB' }));
  for (const id of ids) sessions.live(id)?.connect(connection, 0);
  const pages = PEOPLE.map((): (() => void)[] => []);
  const goneAt = PEOPLE.map(() => 0);

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
      const person = PEOPLE[at];
      if (person) pages[at]?.push(desk.open(person, { send: () => {}, end: () => {} }));
    },
    close(at: number) {
      pages[at]?.shift()?.();
      if (pages[at]?.length === 0) goneAt[at] = clock.now();
    },
    take(at: number, id: string) {
      const person = PEOPLE[at];
      const isTaken = person && desk.take(person, id).ok;
      if (isTaken && pages[at]?.length === 0 && clock.now() >= (goneAt[at] ?? 0) + GONE_MS)
        goneAt[at] = clock.now();
    },
    /** Whether a person has a page, or may be back at once. */
    isThere: (id: string) => {
      const at = PEOPLE.findIndex((it) => it.id === id);
      return (pages[at]?.length ?? 0) > 0 || clock.now() < (goneAt[at] ?? 0) + GONE_MS;
    },
    dispose() {
      desk.dispose();
      sessions.dispose();
      store.close();
    },
  };
}
type Platform = ReturnType<typeof platform>;

const person = fc.constantFrom(0, 1);
const visitor = fc.constantFrom(...VISITORS);
const words = fc.constantFrom(
  'human',
  'human',
  'human timeout',
  'slow',
  'long 200',
  'delivery',
  'french',
  'bye',
);
const verb = fc.constantFrom('take', 'take', 'leave', 'handBack', 'end', 'say', 'type');
const deed = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), person }),
  fc.record({ kind: fc.constant('close' as const), person }),
  fc.record({ kind: fc.constant('available' as const), person, is: fc.boolean() }),
  fc.record({ kind: fc.constant('verb' as const), person, visitor, verb }),
  fc.record({ kind: fc.constant('verb' as const), person, visitor, verb }),
  fc.record({ kind: fc.constant('words' as const), visitor, words }),
  fc.record({ kind: fc.constant('words' as const), visitor, words }),
  fc.record({ kind: fc.constant('typing' as const), visitor }),
  fc.record({ kind: fc.constant('bye' as const), visitor }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(0, 100, 1_000, 5_000, 30_000, 100_000),
  }),
);
type Deed = typeof deed extends fc.Arbitrary<infer It> ? It : never;

function perform({ desk, ids, clock, open, close, send, take }: Platform, it: Deed) {
  if (it.kind === 'wait') return clock.advance(it.ms);
  if (it.kind === 'words') return send(it.visitor, 'USER_MESSAGE', { text: it.words });
  if (it.kind === 'typing') return send(it.visitor, 'USER_TYPING', { state: 'TYPING_STATE_STARTED' });
  if (it.kind === 'bye') return send(it.visitor, 'USER_END_SESSION');
  const who = PEOPLE[it.person];
  if (!who) return;
  if (it.kind === 'open') return open(it.person);
  if (it.kind === 'close') return close(it.person);
  if (it.kind === 'available') return desk.setAvailable(who, it.is);
  const id = ids[it.visitor] ?? '';
  if (it.verb === 'take') return take(it.person, id);
  if (it.verb === 'say') return desk.say(who, id, { id: randomUUID(), text: 'Hello' });
  if (it.verb === 'type') return desk.type(who, id, 'started');
  return desk[it.verb](who, id);
}

/** Whether everything that people say is said between their coming, which was announced, and their going. */
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

it('everybody is answered by somebody who is there, in an order that makes sense, and nothing is left', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40, size: 'max' }), (deeds) => {
      const all = platform();
      const { clock, ids, journal, sessions } = all;
      for (const at of VISITORS) all.send(at, 'REQUEST_SERVICE_AGENT_JOIN');
      all.open(0);
      const expectAnswer = () => {
        for (const session of sessions.all()) {
          const it = session.conversation();
          if (it.partner === 'queue') expect(clock.now()).toBeLessThan(it.since + PATIENCE_MS);
          else if (it.partner === 'person') expect(all.isThere(it.person.id)).toBe(true);
          else expect(['agent', 'live-agent']).toContain(it.partner);
        }
      };
      for (const it of deeds) {
        perform(all, it);
        expectAnswer();
      }
      clock.advance(600_000);
      expectAnswer();
      expect(sessions.all().filter((it) => it.conversation().partner === 'queue')).toEqual([]);
      for (const id of ids) expectOrder(journal.events(id, 0));
      all.dispose();
      expect(clock.waiting()).toBe(0);
    }),
    { numRuns: 300 },
  );
});
