import { randomUUID } from 'node:crypto';
import { type EventMetadata, readClientFrame, refusalText } from '../../protocol/client-frames.ts';
import type { EndReason, ServerEventBody } from '../../protocol/events.ts';
import { encodeServerEvent, type SentEvent } from '../../protocol/server-frames.ts';
import type { Answer, ModelReply } from '../agent/answer.ts';
import { handOver, VISITOR_REQUEST } from '../agent/handoffs.ts';
import { thinkingStep } from '../agent/messages.ts';
import { answer, greet, isCommand } from '../agent/script.ts';
import { answerWhileWaiting } from '../agent/shop-answer.ts';
import type { Conversation } from '../model/conversation.ts';
import type { StoredSession } from '../model/journal.ts';
import type { Connection } from './connection.ts';
import { sendHistory } from './history.ts';
import { newEvent, TRANSIENT } from './new-event.ts';
import { createPlayer } from './player.ts';
import type { SessionPorts } from './session-ports.ts';

/** A session that has not ended, with its connections, its agent and its idle timer. */
export type LiveSession = ReturnType<typeof createLiveSession>;

export function createLiveSession(stored: StoredSession, ports: SessionPorts) {
  const { id } = stored;
  const { journal, clock, dialect, idleMs } = ports;
  const connections = new Set<Connection>();
  const player = createPlayer(clock, (body, failure) => {
    if (failure) ports.recordFailure(id, failure, clock.now());
    broadcast(body);
  });
  /** Plays the agent's answers to a visitor who waits for a live agent, beside the steps of the handoff. */
  const newAsides = () => createPlayer(clock, (body) => broadcast(body));
  let asides = newAsides();
  const script = {
    streaming: stored.streaming,
    pace: ports.pace,
    mediaUrl: ports.mediaUrl,
    shopUrl: ports.shopUrl,
    newId: (): string => randomUUID(),
  };
  let conversation = stored.conversation;
  let activeAt = stored.activeAt;
  let isOver = false;
  /** Behaviour text of this session alone, with its tags. */
  let behavior: string | undefined;
  let cancelIdle = () => {};

  function broadcast(body: ServerEventBody, metadata?: EventMetadata) {
    const event = newEvent(clock.now(), body, metadata);
    const sent = TRANSIENT.has(body.kind) ? { ...event, sequence: null } : journal.append(id, event);
    const frame = encodeServerEvent(sent, dialect);
    for (const connection of connections) connection.send(frame);
    if (sent.sequence !== null) ports.onUpdate({ sessionId: id, kind: 'event', event: sent });
    // From now on the live agent answers.
    if (body.kind === 'liveAgentJoined') {
      asides.dispose();
      asides = newAsides();
    }
    if (body.kind === 'sessionEnd') stop(body.reason);
  }

  function sendTo(connection: Connection, body: ServerEventBody, metadata?: EventMetadata) {
    const event: SentEvent = { ...newEvent(clock.now(), body, metadata), sequence: null };
    connection.send(encodeServerEvent(event, dialect));
  }

  function sendError(connection: Connection, message: string) {
    sendTo(connection, { kind: 'systemMessage', level: 'error', message });
  }

  function play({ conversation: next, steps, handoff }: Answer) {
    if (isOver) return;
    const isChanged = next !== conversation;
    conversation = next;
    if (isChanged) journal.storeConversation(id, next);
    if (handoff) ports.storeHandoff(id, handoff);
    player.play(steps);
    if (isChanged) ports.onUpdate({ sessionId: id, kind: 'conversationChanged' });
  }

  /** Answers a visitor who waits for a live agent. */
  const replyAside = (text: string) => asides.play(answerWhileWaiting(text, conversation.language, script));

  function reply(text: string, messageId: string) {
    // The desk answers visitors who talk to a live agent.
    if (conversation.partner === 'person') return;
    const isScriptOnly = ports.modelReply === undefined;
    if (conversation.partner === 'queue') return isScriptOnly ? replyAside(text) : undefined;
    const { partner, language } = conversation;
    if (isScriptOnly && player.awaits('liveAgentJoined') && !isCommand(text)) return replyAside(text);
    if (partner !== 'agent' || !ports.modelReply || isCommand(text))
      return play(answer(text, conversation, settings()));
    const question = { sessionId: id, messageId, language, settings: script, behavior, handOff };
    const { generate } = ports.modelReply(question);
    // The person who takes over reads the messages that the agent has not begun to answer.
    const isWanted = () => conversation.partner === 'agent';
    const reply: ModelReply = {
      generate: async (say, signal) => void (isWanted() && (await generate(say, signal))),
    };
    player.play([thinkingStep(partner, script), reply]);
  }

  const settings = () => ({ ...script, deskWaitSince: ports.isDeskStaffed() ? clock.now() : undefined });

  function handOff(reason: string) {
    if (conversation.partner === 'agent')
      play(handOver({ conversation, settings: settings() }, reason || VISITOR_REQUEST));
  }

  function dispose() {
    isOver = true;
    cancelIdle();
    player.dispose();
    asides.dispose();
    connections.clear();
  }

  function stop(reason: EndReason) {
    const open = [...connections];
    dispose();
    for (const connection of open) connection.close(1000, 'session ended');
    ports.onEnd(reason);
    ports.onUpdate({ sessionId: id, kind: 'ended' });
  }

  function end(reason: EndReason) {
    if (!isOver) broadcast({ kind: 'sessionEnd', reason });
  }

  function watchIdle() {
    const leftMs = activeAt + idleMs - clock.now();
    if (leftMs <= 0) return end('user_abandoned');
    cancelIdle = clock.after(leftMs, watchIdle);
  }

  watchIdle();

  return {
    id,
    isOver: (): boolean => isOver,
    conversation: (): Conversation => conversation,
    /** Sends the steps of an answer, after the answers that are still being sent, and updates the conversation. */
    play,
    /** Resolves when everything that was said has been answered. */
    whenAnswered: player.whenIdle,
    behavior: (): string | undefined => behavior,
    /** Lets the agent follow this text and not the branch's. A restart forgets it. */
    follow(text: string): void {
      behavior = text;
    },
    connectionCount: () => [...connections].filter((connection) => connection.isOpen()).length,
    /** Sends the history above the cursor and then every new event. */
    connect(connection: Connection, cursor: number): void {
      const read = (after: number, limit: number) => journal.events(id, after, limit);
      sendHistory(connection, { read, cursor, dialect, at: clock.now() });
      connections.add(connection);
    },
    disconnect(connection: Connection): void {
      connections.delete(connection);
      if (connections.size === 0) ports.onUpdate({ sessionId: id, kind: 'disconnected' });
    },
    /** Takes a frame of a client. A binary frame is null. */
    receive(connection: Connection, frame: string | null): void {
      if (isOver || !connections.has(connection)) return;
      // M-3.11: every frame of a client counts as activity, heartbeats too.
      activeAt = clock.now();
      journal.touch(id, activeAt);
      const read = readClientFrame(frame ?? '', dialect);
      if (!read.ok) return sendError(connection, refusalText(read.error));
      const { command, metadata } = read.value;
      switch (command.kind) {
        case 'heartbeat':
          return sendTo(connection, command, metadata);
        case 'userTyping':
          return ports.onUpdate({ sessionId: id, kind: 'visitorTyping', state: command.state });
        case 'requestAgentJoin':
          broadcast(command, metadata);
          if (conversation.partner === 'nobody') play(greet(conversation, script));
          return;
        case 'userMessage': {
          const messageId = randomUUID();
          // M-9.1: the platform does not deduplicate. A message that comes twice is stored twice.
          broadcast({ ...command, messageId }, metadata);
          if (conversation.partner === 'nobody')
            return sendError(connection, 'Error: Conversation not found');
          return reply(command.text, messageId);
        }
        case 'userEndSession':
          broadcast(command, metadata);
          return end('user_end');
      }
    },
    end,
    /** Stops without ending the session. A restart resumes it from the journal. Idempotent. */
    dispose,
  };
}
