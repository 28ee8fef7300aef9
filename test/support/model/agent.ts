import type { FakeClock } from '../fake-clock.ts';
import type { Disruptions } from './disruptions.ts';
import { ADA, createHandoff, type Handoff, pick } from './handoff.ts';
import type { Session } from './session.ts';

/** The platform's agent and live agents. They send the events of a session with realistic delays. */
export interface Agent {
  /** Joins and sends a greeting. */
  join(session: Session): void;
  /** Sends a message. */
  answer(session: Session): void;
  suggest(session: Session): void;
  changeLanguage(session: Session, size: number): void;
  readonly handoff: Handoff;
  /** Sends a receipt for the visitor's latest message. */
  acknowledge(session: Session, size: number): void;
  /** Sends one complete message. */
  sendFinalMessage(session: Session): void;
}

const LANGUAGES = ['en-GB', 'de-AT', 'fr-CA', 'cy'] as const;
const SHUFFLED = [1, 0, 3, 5, 2, 4];
const wordsOf = (id: string) => `This is ${id} of the agent.`.split(/(?<= )/);

export function createAgent(
  clock: FakeClock,
  disruptions: Disruptions,
  record: (what: string) => void,
): Agent {
  let messages = 0;
  const nextId = () => `answer-${++messages}`;

  function complete(session: Session, extra: Record<string, unknown> = {}): void {
    const id = nextId();
    const message = { message_id: id, text: wordsOf(id).join(''), ...extra };
    if (session.handoff === 'live') session.append('LIVE_AGENT_MESSAGE', { ...message, ...ADA });
    else session.append('AGENT_MESSAGE', message);
  }

  /** Sends a message in chunks. `order` is the order in which they are stored. */
  function stream(
    session: Session,
    id: string,
    { startMs = 200, words = wordsOf(id), order = [...words.keys()], isLeftOpen = false } = {},
  ): void {
    for (const [step, at] of order.entries()) {
      clock.after(startMs + step * 50, () =>
        session.append('AGENT_MESSAGE_CHUNK', {
          message_id: id,
          chunk_index: at + session.settings.firstChunk,
          text: words[at],
          is_complete: !isLeftOpen && at === words.length - 1,
        }),
      );
    }
  }

  /** M-8.6: sends a stream, then the complete message with its id. */
  function streamThenReplace(session: Session, isAfterItsEnd: boolean): void {
    const id = nextId();
    stream(session, id, { isLeftOpen: !isAfterItsEnd });
    clock.after(isAfterItsEnd ? 700 : 400, () =>
      session.append('AGENT_MESSAGE', { message_id: id, text: `${id}, in other words.` }),
    );
  }

  function suggest(session: Session): void {
    complete(session, {
      response_suggestions: [{ message_text: 'Yes' }, { message_text: `No ${messages}` }],
    });
  }

  /** The live agent types, then sends a message. */
  function answerLive(session: Session, isAnswered: boolean): void {
    session.sendTransient('LIVE_AGENT_TYPING', { state: 'TYPING_STATE_STARTED', ...ADA });
    if (isAnswered) clock.after(300, () => complete(session));
  }

  function answer(session: Session): void {
    const disruption = disruptions.next('answer');
    if (disruption === 'silent') return;
    if (session.handoff === 'live') return answerLive(session, disruption !== 'only-thinks');
    session.sendTransient('AGENT_THINKING');
    switch (disruption) {
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
        return streamThenReplace(session, disruption === 'replaced-after-its-end');
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
      session.hasAgent = session.append('AGENT_JOINED', { agent_name: 'Iris' }) !== undefined;
      answer(session);
    },
    answer,
    suggest,
    changeLanguage: (session, size) =>
      session.append('LANGUAGE_CHANGED', { language_code: pick(LANGUAGES, size) }),
    handoff: createHandoff(clock, complete, record),
    acknowledge(session, size) {
      const message = session.journal.findLast(({ stem }) => stem === 'USER_MESSAGE');
      if (!message) return;
      const by = session.handoff === 'live' ? 'LIVE_AGENT' : 'AGENT';
      const what = size % 2 === 0 ? 'RECEIVED' : 'READ';
      session.append(`${by}_${what}_MESSAGE`, { message_id: message.payload['message_id'] });
      record('turn: a receipt');
    },
    sendFinalMessage(session) {
      if (session.hasAgent) complete(session);
    },
  };
}
