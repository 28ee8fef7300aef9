import { wireType } from '../../../src/protocol/dialect.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Agent } from './agent.ts';
import type { Disruption, Disruptions } from './disruptions.ts';
import type { Session } from './session.ts';
import type { SimulatedSocket } from './simulated-socket.ts';

/** Client's frame in wire spelling. */
export interface ClientFrame {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly metadata?: { readonly custom: Record<string, string> };
}

/** Stores and echoes a frame that has reached the platform (M-4.10), unless a disruption prevents the echo. */
export type Store = (
  socket: SimulatedSocket,
  session: Session,
  frame: ClientFrame,
  disruption: Disruption<'up'>,
) => void;

const ECHO_LATE_MS = 6_000;
const JOIN_LATE_MS = 9_000;

export function createStore({
  clock,
  disruptions,
  agent,
  end,
  violation,
}: {
  clock: FakeClock;
  disruptions: Disruptions;
  agent: Agent;
  end: (session: Session, reason: string) => void;
  violation: (rule: string) => void;
}): Store {
  function answerJoin(session: Session): void {
    if (session.hasAgent) return;
    switch (disruptions.next('join')) {
      case 'ignored':
        return;
      case 'refused':
        return session.sendTransient('SYSTEM_MESSAGE', {
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

  function storeMessage(
    socket: SimulatedSocket,
    session: Session,
    frame: ClientFrame,
    disruption: Disruption<'up'>,
  ): void {
    // M-7.5: text typed before the join waits.
    if (session.state === 'open' && !session.hasAgent)
      violation('M-7.5: a message before the agent has joined');
    const event = session.append(
      'USER_MESSAGE',
      { ...frame.payload, message_id: `user-${session.journal.length}` },
      echo(socket, frame, disruption),
    );
    if (!event) return;
    const again = () => socket.isOpen && socket.deliver(session.frame(event));
    if (disruption === 'echo-twice') again();
    if (disruption === 'echo-late') clock.after(ECHO_LATE_MS, again);
    agent.answer(session);
  }

  const echo = (socket: SimulatedSocket, { metadata }: ClientFrame, disruption: Disruption<'up'>) => ({
    metadata,
    ...((disruption === 'echo-lost' || disruption === 'echo-late') && { except: socket }),
  });

  return (socket, session, frame, disruption) => {
    if (frame.type === 'EVENT_TYPE_USER_MESSAGE') return storeMessage(socket, session, frame, disruption);
    if (frame.type === 'EVENT_TYPE_USER_END_SESSION') {
      session.append('USER_END_SESSION', {}, echo(socket, frame, disruption));
      return end(session, 'REASON_USER_END');
    }
    // M-1.9
    if (frame.type !== wireType('REQUEST_AGENT_JOIN', session.settings.dialect))
      return session.sendTransient('SYSTEM_MESSAGE', {
        level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
        message: 'Unknown event type or invalid message format',
      });
    if (!session.append('REQUEST_AGENT_JOIN', {}, echo(socket, frame, disruption))) return;
    session.joinRequests += 1;
    answerJoin(session);
  };
}
