import type { FakeClock } from '../fake-clock.ts';
import type { Fates } from './fate.ts';
import { ADA, createHandoff, type Handoff, pick } from './handoff.ts';
import type { Session } from './session.ts';

/** The far side's people and machines: what is said in a session, spread over the seconds that it takes. */
export interface Agent {
  /** Comes in, and greets. */
  join(session: Session): void;
  /** Says something, asked or not. */
  answer(session: Session): void;
  suggest(session: Session): void;
  changeLanguage(session: Session, size: number): void;
  readonly handoff: Handoff;
  /** Says that a message of the visitor's has been received, or read. */
  acknowledge(session: Session, size: number): void;
  /** One whole message. */
  sayLast(session: Session): void;
}

const LANGUAGES = ['en-GB', 'de-AT', 'fr-CA', 'cy'] as const;
const SHUFFLED = [1, 0, 3, 5, 2, 4];
const wordsOf = (id: string) => `This is ${id} of the agent.`.split(/(?<= )/);

export function createAgent(clock: FakeClock, fates: Fates, happened: (what: string) => void): Agent {
  let messages = 0;
  const nextId = () => `answer-${++messages}`;

  function complete(session: Session, extra: Record<string, unknown> = {}): void {
    const id = nextId();
    const message = { message_id: id, text: wordsOf(id).join(''), ...extra };
    if (session.handoff === 'live') session.say('LIVE_AGENT_MESSAGE', { ...message, ...ADA });
    else session.say('AGENT_MESSAGE', message);
  }

  /** `order`: in which the chunks are stored. */
  function stream(
    session: Session,
    id: string,
    { startMs = 200, words = wordsOf(id), order = [...words.keys()], isLeftOpen = false } = {},
  ): void {
    for (const [turn, at] of order.entries()) {
      clock.after(startMs + turn * 50, () =>
        session.say('AGENT_MESSAGE_CHUNK', {
          message_id: id,
          chunk_index: at + session.ways.firstChunk,
          text: words[at],
          is_complete: !isLeftOpen && at === words.length - 1,
        }),
      );
    }
  }

  /** A stream, and then the message whole in its place (spec messaging §8). */
  function reword(session: Session, isAfterItsEnd: boolean): void {
    const id = nextId();
    stream(session, id, { isLeftOpen: !isAfterItsEnd });
    clock.after(isAfterItsEnd ? 700 : 400, () =>
      session.say('AGENT_MESSAGE', { message_id: id, text: `${id}, in other words.` }),
    );
  }

  function suggest(session: Session): void {
    complete(session, {
      response_suggestions: [{ message_text: 'Yes' }, { message_text: `No ${messages}` }],
    });
  }

  /** The person types, then writes. */
  function answerLive(session: Session, isHeard: boolean): void {
    session.whisper('LIVE_AGENT_TYPING', { state: 'TYPING_STATE_STARTED', ...ADA });
    if (isHeard) clock.after(300, () => complete(session));
  }

  function answer(session: Session): void {
    const fate = fates.next('answer');
    if (fate === 'silent') return;
    if (session.handoff === 'live') return answerLive(session, fate !== 'only-thinks');
    session.whisper('AGENT_THINKING');
    switch (fate) {
      case 'only-thinks':
        return;
      case 'complete':
        clock.after(200, () => complete(session));
        return;
      case 'two-streams':
        stream(session, nextId());
        return stream(session, nextId(), { startMs: 225 });
      case 'shuffled':
        return stream(session, nextId(), { order: SHUFFLED });
      case 'replaced':
      case 'replaced-after-its-end':
        return reword(session, fate === 'replaced-after-its-end');
      case 'unfinished':
        return stream(session, nextId(), { isLeftOpen: true });
      case 'empty':
        return stream(session, nextId(), { words: [''] });
      case 'suggestions':
        return suggest(session);
      default:
        return stream(session, nextId());
    }
  }

  return {
    join(session) {
      if (session.hasAgent) return;
      session.hasAgent = session.say('AGENT_JOINED', { agent_name: 'Iris' }) !== undefined;
      answer(session);
    },
    answer,
    suggest,
    changeLanguage: (session, size) =>
      session.say('LANGUAGE_CHANGED', { language_code: pick(LANGUAGES, size) }),
    handoff: createHandoff(clock, complete, happened),
    acknowledge(session, size) {
      const message = session.journal.findLast(({ stem }) => stem === 'USER_MESSAGE');
      if (!message) return;
      const by = session.handoff === 'live' ? 'LIVE_AGENT' : 'AGENT';
      const what = size % 2 === 0 ? 'RECEIVED' : 'READ';
      session.say(`${by}_${what}_MESSAGE`, { message_id: message.payload['message_id'] });
      happened('turn: a receipt');
    },
    sayLast(session) {
      if (session.hasAgent) complete(session);
    },
  };
}
