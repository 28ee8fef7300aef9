import type { FakeClock } from '../fake-clock.ts';
import type { Agent } from './agent.ts';
import type { Fate, Fates } from './fate.ts';
import type { Link } from './link.ts';
import type { Session } from './session.ts';

/** A frame of the client as it stands on the wire. */
export interface ClientFrame {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly metadata?: { readonly custom: Record<string, string> };
}

/** What the platform does about a frame once it has come through; it echoes it, unless fate has it otherwise. */
export type Store = (link: Link, session: Session, frame: ClientFrame, fate: Fate<'up'>) => void;

const ECHO_LATE_MS = 6_000;
const JOIN_LATE_MS = 9_000;

export function createStore({
  clock,
  fates,
  agent,
  end,
  broken,
}: {
  clock: FakeClock;
  fates: Fates;
  agent: Agent;
  end: (session: Session, reason: string) => void;
  broken: (rule: string) => void;
}): Store {
  function answerJoin(session: Session): void {
    if (session.hasAgent) return;
    switch (fates.next('join')) {
      case 'ignored':
        return;
      case 'refused':
        return session.whisper('SYSTEM_MESSAGE', {
          level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
          message: 'Error: Conversation not found',
        });
      case 'late':
        clock.after(JOIN_LATE_MS, () => agent.join(session));
        return;
      default:
        agent.join(session);
    }
  }

  function storeMessage(link: Link, session: Session, frame: ClientFrame, fate: Fate<'up'>): void {
    // spec messaging §7: text typed before the join waits.
    if (session.state === 'open' && !session.hasAgent) broken('§7: a message before the agent has joined');
    const event = session.say(
      'USER_MESSAGE',
      { ...frame.payload, message_id: `user-${session.journal.length}` },
      echo(link, frame, fate),
    );
    if (!event) return;
    const again = () => link.isOpen && link.deliver(session.frame(event));
    if (fate === 'echo-twice') again();
    if (fate === 'echo-late') clock.after(ECHO_LATE_MS, again);
    agent.answer(session);
  }

  const echo = (link: Link, { metadata }: ClientFrame, fate: Fate<'up'>) => ({
    metadata,
    ...((fate === 'echo-lost' || fate === 'echo-late') && { except: link }),
  });

  return (link, session, frame, fate) => {
    if (frame.type === 'EVENT_TYPE_USER_MESSAGE') return storeMessage(link, session, frame, fate);
    if (frame.type === 'EVENT_TYPE_USER_END_SESSION') {
      session.say('USER_END_SESSION', {}, echo(link, frame, fate));
      return end(session, 'REASON_USER_END');
    }
    if (!session.say('REQUEST_AGENT_JOIN', {}, echo(link, frame, fate))) return;
    session.joinRequests += 1;
    answerJoin(session);
  };
}
