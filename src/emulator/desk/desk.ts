import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../../base/result.ts';
import type { DeskMessage } from '../../protocol/desk.ts';
import type { TypingState } from '../../protocol/events.ts';
import type { Answer } from '../agent/answer.ts';
import { queueStatus } from '../agent/handoffs.ts';
import type { ScriptSettings } from '../agent/script-settings.ts';
import type { RestError } from '../http/rest-error.ts';
import type { Attended, LiveAgent } from '../model/conversation.ts';
import type { Journal } from '../model/journal.ts';
import type { Settings } from '../model/settings.ts';
import { shortId } from '../model/short-id.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type Chat, createChats, isAtDesk, listed } from './chats.ts';
import { createQueuePace } from './queue-pace.ts';
import { resume } from './resume.ts';
import type { PageStream, Roster } from './roster.ts';
import * as transitions from './transitions.ts';

export interface DeskPorts extends Pick<Settings, 'clock' | 'pace' | 'mediaUrl' | 'log'> {
  readonly roster: Omit<Roster, 'isStaffed' | 'dispose'>;
  readonly sessions: Pick<Sessions, 'all' | 'live' | 'subscribe'>;
  readonly journal: Pick<Journal, 'events' | 'session'>;
}

type Done = Result<undefined, RestError>;

/** The desk, where people work as live agents (contract §8). An action is refused when the conversation is not theirs. */
export type Desk = ReturnType<typeof createDesk>;

/** Messages of visitors to keep. */
const MAX_MESSAGES = 50;

const ERRORS = {
  gone: { status: 409, code: 'CONFLICT', message: 'Somebody else has taken this visitor, or they are gone' },
  notYours: { status: 404, code: 'NOT_FOUND', message: 'You are not in this conversation, or it is over' },
} as const satisfies Record<string, RestError>;

export function createDesk({ roster, sessions, journal, clock, pace, mediaUrl, log }: DeskPorts) {
  /** The ids of the chats whose history each page has had. */
  const sentHistory = new Map<PageStream, ReadonlySet<string>>();
  const queuePace = createQueuePace();
  /** Messages that visitors have left with a relay, the newest first. */
  let messages: readonly DeskMessage[] = [];
  /** The position and the wait that were last announced to each visitor in the queue. */
  let announced = new Map<string, { readonly position: number; readonly seconds: number }>();

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
    publish(chat, event) {
      for (const [page, ids] of sentHistory) if (ids.has(chat.id)) page.send(event);
    },
    onTimeout({ id, session, conversation }, reason) {
      log(`desk: session ${shortId(id)} does not wait any more (${reason})`);
      session.play(transitions.timeOut(conversation, reason, settingsFor(id)));
    },
  });

  function returnToQueue(person: LiveAgent, reason: 'left' | 'disconnected') {
    for (const { session, conversation } of chats.of(person.id))
      session.play(transitions.leave(conversation, clock.now(), reason));
  }

  const unsubscribeGone = roster.onGone((person) => {
    log(`desk: ${person.id} is gone`);
    returnToQueue(person, 'disconnected');
  });

  /** Sends every page the current list of chats, and the history of those that are new to it. */
  function publishChats() {
    const waiting = chats.waiting();
    for (const { person, isAvailable, pages } of roster.all()) {
      const ownChats: readonly Chat[] = [...chats.of(person.id), ...waiting];
      const detail = { name: person.name, available: isAvailable, chats: ownChats.map(listed) };
      for (const page of pages) {
        for (const { id, entries, isTyping } of ownChats.filter(
          (chat) => !sentHistory.get(page)?.has(chat.id),
        )) {
          page.send({ event: 'history', detail: { id, entries: [...entries] } });
          if (isTyping) page.send({ event: 'typing', detail: { id, typing: true } });
        }
        sentHistory.set(page, new Set(ownChats.map(({ id }) => id)));
        page.send({ event: 'desk', detail });
      }
    }
  }

  /** Tells every waiting visitor their position when it has changed. */
  function announcePositions() {
    const before = announced;
    const waiting = chats.waiting().map((chat, index) => {
      const last = before.get(chat.id);
      const position = index + 1;
      // An announced wait never grows.
      const seconds = Math.min(
        queuePace.estimatedSeconds(position),
        last?.seconds ?? Number.POSITIVE_INFINITY,
      );
      return { chat, last, next: last?.position === position ? last : { position, seconds } };
    });
    announced = new Map(waiting.map(({ chat, next }) => [chat.id, next]));
    for (const { chat, last, next } of waiting) {
      if (last === next) continue;
      const { id, session, conversation } = chat;
      const body = queueStatus(next.position, next.seconds, conversation.language);
      chats.setDeadline(id, clock.now() + next.seconds * 1_000);
      session.play({ conversation, steps: [{ inMs: 0, body }] });
    }
  }

  /** Plays an answer in a conversation of the live agent. */
  function act(person: LiveAgent, id: string, answer: (conversation: Attended, chat: Chat) => Answer): Done {
    const chat = chats.of(person.id).find((own) => own.id === id);
    if (!chat) return err(ERRORS.notYours);
    chat.session.play(answer(chat.conversation, chat));
    return ok(undefined);
  }

  const unsubscribe = sessions.subscribe((update) => {
    if (!chats.update(update)) return;
    announcePositions();
    publishChats();
  });
  // Resumes the conversations that were at the desk when the platform stopped. Their live agents may come back.
  for (const session of sessions.all()) {
    const conversation = session.conversation();
    if (conversation.partner === 'person') roster.addAbsent(conversation.person);
    if (isAtDesk(conversation)) session.play(resume(conversation, journal.events(session.id, 0)));
  }
  announcePositions();

  return {
    /** Sends a page everything it shows, and then every change. Returns an idempotent unsubscribe function. */
    open(person: LiveAgent, page: PageStream): () => void {
      const leave = roster.join(person, page);
      if (messages.length > 0) page.send({ event: 'messages', detail: { messages: [...messages] } });
      publishChats();
      return () => {
        if (!sentHistory.delete(page)) return;
        log(`desk: ${person.id} closed a page`);
        leave();
      };
    },
    /** Shows a message that a visitor has left. Idempotent: a webhook may come twice. */
    receive(message: DeskMessage): void {
      const others = messages.filter(({ id }) => id !== message.id);
      messages = [message, ...others].slice(0, MAX_MESSAGES);
      for (const { pages } of roster.all())
        for (const page of pages) page.send({ event: 'messages', detail: { messages: [...messages] } });
    },
    setAvailable(person: LiveAgent, isAvailable: boolean): void {
      roster.setAvailable(person, isAvailable);
      publishChats();
    },
    /** Ends the live agent's pages and puts their visitors back into the queue. */
    signOut(person: LiveAgent): void {
      log(`desk: ${person.id} signed out`);
      roster.dismiss(person);
      returnToQueue(person, 'left');
    },
    take(person: LiveAgent, id: string): Done {
      const chat = chats.waiting().find((waiting) => waiting.id === id);
      if (!chat) return err(ERRORS.gone);
      // A live agent whose pages were lost for too long is not on the roster any more.
      roster.addAbsent(person);
      log(`desk: ${person.id} takes session ${shortId(id)}`);
      queuePace.taken(chat.since, clock.now());
      chat.session.play(transitions.take(chat.conversation, person));
      return ok(undefined);
    },
    /** Idempotent: a message with a known id is not sent again. */
    say: (person: LiveAgent, id: string, message: { readonly id: string; readonly text: string }): Done =>
      act(person, id, (conversation, { entries, pendingIds }) => {
        const isKnown = pendingIds.has(message.id) || entries.some((entry) => entry.id === message.id);
        if (isKnown) return { conversation, steps: [] };
        pendingIds.add(message.id);
        return transitions.say(conversation, message.text, message.id);
      }),
    type: (person: LiveAgent, id: string, state: TypingState): Done =>
      act(person, id, (conversation) => transitions.type(conversation, state)),
    leave: (person: LiveAgent, id: string): Done =>
      act(person, id, (conversation) => transitions.leave(conversation, clock.now(), 'left')),
    handBack: (person: LiveAgent, id: string): Done =>
      act(person, id, (conversation) => transitions.handBack(conversation, settingsFor(id))),
    end: (person: LiveAgent, id: string): Done => act(person, id, transitions.end),
    /** Idempotent. */
    dispose(): void {
      unsubscribe();
      unsubscribeGone();
      chats.dispose();
      sentHistory.clear();
    },
  };
}
