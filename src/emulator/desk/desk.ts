import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { TypingState } from '../../protocol/events.ts';
import { place } from '../agent/handoff.ts';
import type { Answer } from '../agent/script.ts';
import type { Pace, ScriptSettings } from '../agent/tempo.ts';
import type { Attended, DeskPerson } from '../conversation.ts';
import type { Journal } from '../journal.ts';
import type { Fault } from '../rest/fault.ts';
import { nameOf, type Sessions } from '../sessions.ts';
import { type Chat, createChats, isAtDesk, listed } from './chats.ts';
import { createMembers, type Line } from './members.ts';
import { resumed } from './resumed.ts';
import * as turns from './turns.ts';

export interface DeskPorts {
  readonly sessions: Pick<Sessions, 'all' | 'live' | 'watch'>;
  readonly journal: Pick<Journal, 'events' | 'session'>;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly mediaUrl: string;
  log(line: string): void;
}

type Done = Result<undefined, Fault>;

/** Where people take the live-agent side (contract §8). A verb is refused when the conversation is not theirs to use it on. */
export interface Desk {
  /** Whether somebody is there who takes visitors. */
  isStaffed(): boolean;
  /** Tells a line all there is, and then all that happens; the returned function ends that and may be called twice. */
  open(person: DeskPerson, line: Line): () => void;
  setAvailable(person: DeskPerson, isAvailable: boolean): void;
  /** Ends their pages, and gives their visitors back to the queue. */
  signOut(person: DeskPerson): void;
  take(person: DeskPerson, id: string): Done;
  /** The same message is said once, however often it is sent. */
  say(person: DeskPerson, id: string, message: { readonly id: string; readonly text: string }): Done;
  type(person: DeskPerson, id: string, state: TypingState): Done;
  leave(person: DeskPerson, id: string): Done;
  handBack(person: DeskPerson, id: string): Done;
  end(person: DeskPerson, id: string): Done;
  /** May be called twice. */
  dispose(): void;
}

const FAULTS = {
  gone: { status: 409, code: 'CONFLICT', message: 'Somebody else has taken this visitor, or they are gone' },
  notYours: { status: 404, code: 'NOT_FOUND', message: 'You are not in this conversation, or it is over' },
} as const satisfies Record<string, Fault>;

export function createDesk({ sessions, journal, clock, pace, mediaUrl, log }: DeskPorts): Desk {
  /** The conversations that each line was told the beginning of. */
  const known = new Map<Line, ReadonlySet<string>>();
  /** What visitors were last told of their places in the queue. */
  let places = new Map<string, number>();

  const settingsFor = (sessionId: string): ScriptSettings => ({
    streaming: journal.session(sessionId)?.streaming ?? false,
    pace,
    mediaUrl,
    newId: () => randomUUID(),
  });

  const chats = createChats({
    sessions,
    journal,
    clock,
    tell(chat, news) {
      for (const [line, ids] of known) if (ids.has(chat.id)) line.send(news);
    },
    onWaitedInVain({ id, session, conversation }) {
      log(`desk: nobody came for session ${nameOf(id)}`);
      session.play(turns.waitedInVain(conversation, settingsFor(id)));
    },
  });

  function release(person: DeskPerson, reason: 'left' | 'disconnected') {
    for (const { session, conversation } of chats.of(person.id))
      session.play(turns.left(conversation, clock.now(), reason));
  }

  const members = createMembers(clock, (person) => {
    log(`desk: ${person.id} is gone`);
    release(person, 'disconnected');
  });

  /** Tells every page what there is to do for its person. */
  function publish() {
    const waiting = chats.waiting();
    for (const { person, isAvailable, lines } of members.all()) {
      const theirs: readonly Chat[] = [...waiting, ...chats.of(person.id)];
      const detail = { name: person.name, available: isAvailable, chats: theirs.map(listed) };
      for (const line of lines) {
        for (const { id, entries, isTyping } of theirs.filter((it) => !known.get(line)?.has(it.id))) {
          line.send({ news: 'history', detail: { id, entries: [...entries] } });
          if (isTyping) line.send({ news: 'typing', detail: { id, typing: true } });
        }
        known.set(line, new Set(theirs.map(({ id }) => id)));
        line.send({ news: 'desk', detail });
      }
    }
  }

  /** Tells every visitor who waits their place, when it is another than before. */
  function callPlaces() {
    const before = places;
    const waiting = chats.waiting();
    places = new Map(waiting.map(({ id }, at) => [id, at + 1]));
    for (const { id, session, conversation } of waiting) {
      const position = places.get(id) ?? 0;
      if (before.get(id) === position) continue;
      session.play({
        conversation,
        steps: [{ inMs: 0, body: place(position, conversation.language) }],
      });
    }
  }

  /** Has the person's own conversation turn. */
  function turn(
    person: DeskPerson,
    id: string,
    answer: (conversation: Attended, chat: Chat) => Answer,
  ): Done {
    const chat = chats.of(person.id).find((it) => it.id === id);
    if (!chat) return err(FAULTS.notYours);
    chat.session.play(answer(chat.conversation, chat));
    return ok(undefined);
  }

  function arrange() {
    callPlaces();
    publish();
  }

  const stopWatching = sessions.watch((happening) => {
    if (chats.follow(happening)) arrange();
  });
  // Those that were at the desk when the platform stopped; who attended to them may come back.
  for (const session of sessions.all()) {
    const conversation = session.conversation();
    if (conversation.partner === 'person') members.expect(conversation.person);
    if (isAtDesk(conversation)) session.play(resumed(conversation, journal.events(session.id, 0)));
  }
  callPlaces();

  return {
    isStaffed: members.isStaffed,
    open(person, line) {
      const leave = members.join(person, line);
      publish();
      return () => {
        if (!known.delete(line)) return;
        log(`desk: ${person.id} closed a page`);
        leave();
      };
    },
    setAvailable(person, isAvailable) {
      members.setAvailable(person, isAvailable);
      publish();
    },
    signOut(person) {
      log(`desk: ${person.id} signed out`);
      members.dismiss(person);
      release(person, 'left');
    },
    take(person, id) {
      const chat = chats.waiting().find((it) => it.id === id);
      if (!chat) return err(FAULTS.gone);
      // Their pages may have been lost for so long that they count as gone.
      members.expect(person);
      log(`desk: ${person.id} takes session ${nameOf(id)}`);
      chat.session.play(turns.taken(chat.conversation, person));
      return ok(undefined);
    },
    say: (person, id, message) =>
      turn(person, id, (conversation, { entries, unsaid }) => {
        const isKnown = unsaid.has(message.id) || entries.some((it) => it.id === message.id);
        if (isKnown) return { conversation, steps: [] };
        unsaid.add(message.id);
        return turns.spoken(conversation, message.text, message.id, settingsFor(id));
      }),
    type: (person, id, state) => turn(person, id, (conversation) => turns.typed(conversation, state)),
    leave: (person, id) => turn(person, id, (conversation) => turns.left(conversation, clock.now(), 'left')),
    handBack: (person, id) =>
      turn(person, id, (conversation) => turns.handedBack(conversation, settingsFor(id))),
    end: (person, id) => turn(person, id, turns.ended),
    dispose() {
      stopWatching();
      chats.dispose();
      members.dispose();
      known.clear();
    },
  };
}
