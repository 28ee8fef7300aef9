import { randomUUID } from 'node:crypto';
import { type EventMetadata, readClientFrame, refusalText } from '../protocol/client-frames.ts';
import type { EndReason, ServerEventBody } from '../protocol/events.ts';
import { encodeServerEvent, type SentEvent } from '../protocol/server-frames.ts';
import { type Answer, answer, greet, isCommand } from './agent/script.ts';
import { ponder } from './agent/tempo.ts';
import type { Connection } from './connection.ts';
import type { Conversation } from './conversation.ts';
import { sendHistory } from './history.ts';
import type { StoredSession } from './journal.ts';
import { newEvent, TRANSIENT } from './new-event.ts';
import { createPlayer } from './player.ts';
import type { SessionPorts } from './session-ports.ts';

/** A session that is not over: its sockets, its agent and its idle clock. */
export interface LiveSession {
  readonly id: string;
  isOver(): boolean;
  /** Where its conversation stands. */
  conversation(): Conversation;
  /** Has an answer said, behind what is being said, and the conversation go on from where it leads. */
  play(answer: Answer): void;
  connectionCount(): number;
  /** Sends the history above the cursor and then everything that happens. */
  connect(connection: Connection, cursor: number): void;
  disconnect(connection: Connection): void;
  /** A text frame of a client, or null for a binary one. */
  receive(connection: Connection, frame: string | null): void;
  end(reason: EndReason): void;
  /** Returns how many there were. */
  cutConnections(): number;
  /** Stops without ending the session, which goes on from the journal; may be called twice. */
  dispose(): void;
}

export function createLiveSession(stored: StoredSession, ports: SessionPorts): LiveSession {
  const { id } = stored;
  const { journal, clock, dialect, idleMs } = ports;
  const connections = new Set<Connection>();
  const player = createPlayer(clock, (body, incident) => {
    if (incident) ports.keepIncident(id, incident, clock.now());
    say(body);
  });
  const script = {
    streaming: stored.streaming,
    pace: ports.pace,
    mediaUrl: ports.mediaUrl,
    newId: (): string => randomUUID(),
  };
  let conversation = stored.conversation;
  let activeAt = stored.activeAt;
  let isOver = false;
  let cancelIdle = () => {};

  function say(body: ServerEventBody, metadata?: EventMetadata) {
    const event = newEvent(clock.now(), body, metadata);
    const sent = TRANSIENT.has(body.kind) ? { ...event, sequence: null } : journal.append(id, event);
    const frame = encodeServerEvent(sent, dialect);
    for (const connection of connections) connection.send(frame);
    if (sent.sequence !== null) ports.tell({ sessionId: id, happened: 'said', event: sent });
    if (body.kind === 'sessionEnd') stop(body.reason);
  }

  function sayTo(connection: Connection, body: ServerEventBody, metadata?: EventMetadata) {
    const event: SentEvent = { ...newEvent(clock.now(), body, metadata), sequence: null };
    connection.send(encodeServerEvent(event, dialect));
  }

  function complain(connection: Connection, message: string) {
    sayTo(connection, { kind: 'systemMessage', level: 'error', message });
  }

  function play({ conversation: next, steps, handoff }: Answer) {
    if (isOver) return;
    const isTurn = next !== conversation;
    conversation = next;
    if (isTurn) journal.keepConversation(id, next);
    if (handoff) ports.keepHandoff(id, handoff);
    player.play(steps);
    if (isTurn) ports.tell({ sessionId: id, happened: 'turned' });
  }

  function reply(text: string, messageId: string) {
    // Whoever waits for a person, or talks to one, is answered at the desk.
    if (conversation.partner === 'queue' || conversation.partner === 'person') return;
    const { partner, language } = conversation;
    if (partner !== 'agent' || !ports.improvise || isCommand(text)) {
      const deskAt = ports.isDeskStaffed() ? clock.now() : undefined;
      return play(answer(text, conversation, { ...script, deskAt }));
    }
    const question = { sessionId: id, messageId, language, settings: script };
    player.play([ponder(partner, script), ports.improvise(question)]);
  }

  function dispose() {
    isOver = true;
    cancelIdle();
    player.dispose();
    connections.clear();
  }

  function stop(reason: EndReason) {
    const open = [...connections];
    dispose();
    for (const connection of open) connection.close(1000, 'session ended');
    ports.onEnd(reason);
    ports.tell({ sessionId: id, happened: 'ended' });
  }

  function end(reason: EndReason) {
    if (!isOver) say({ kind: 'sessionEnd', reason });
  }

  function watchIdle() {
    const leftMs = activeAt + idleMs - clock.now();
    if (leftMs <= 0) return end('user_abandoned');
    cancelIdle = clock.after(leftMs, watchIdle);
  }

  watchIdle();

  return {
    id,
    isOver: () => isOver,
    conversation: () => conversation,
    play,
    connectionCount: () => [...connections].filter((connection) => connection.isOpen()).length,
    connect(connection, cursor) {
      const read = (after: number, limit: number) => journal.events(id, after, limit);
      sendHistory(connection, { read, cursor, dialect, at: clock.now() });
      connections.add(connection);
    },
    disconnect(connection) {
      connections.delete(connection);
      if (connections.size === 0) ports.tell({ sessionId: id, happened: 'left' });
    },
    receive(connection, frame) {
      if (isOver || !connections.has(connection)) return;
      // spec messaging §3, §11: every frame of a client keeps the session, heartbeats too.
      activeAt = clock.now();
      journal.touch(id, activeAt);
      const read = readClientFrame(frame ?? '');
      if (!read.ok) return complain(connection, refusalText(read.error));
      const { command, metadata } = read.value;
      switch (command.kind) {
        case 'heartbeat':
          return sayTo(connection, command, metadata);
        case 'userTyping':
          return ports.tell({ sessionId: id, happened: 'typed', state: command.state });
        case 'requestAgentJoin':
          say(command, metadata);
          if (conversation.partner === 'nobody') play(greet(conversation, script));
          return;
        case 'userMessage': {
          const messageId = randomUUID();
          // A message that comes twice is stored twice: the platform does not deduplicate (messaging §9).
          say({ ...command, messageId }, metadata);
          if (conversation.partner === 'nobody') return complain(connection, 'Error: Conversation not found');
          return reply(command.text, messageId);
        }
        case 'userEndSession':
          say(command, metadata);
          return end('user_end');
      }
    },
    end,
    cutConnections() {
      const open = [...connections];
      connections.clear();
      for (const connection of open) connection.cut();
      return open.length;
    },
    dispose,
  };
}
