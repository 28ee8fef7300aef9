import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { type EventMetadata, readClientFrame, refusalText } from '../protocol/client-frames.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { EndReason, ServerEventBody } from '../protocol/events.ts';
import { encodeHistory, encodeServerEvent, type SentEvent } from '../protocol/server-frames.ts';
import type { Question } from './agent/model-agent.ts';
import { type Answer, answer, greet, type HandoffData, isCommand } from './agent/script.ts';
import { type Pace, ponder } from './agent/tempo.ts';
import type { Journal, StoredSession } from './journal.ts';
import { newEvent, TRANSIENT } from './new-event.ts';
import { createPlayer, type Improvisation } from './player.ts';
import type { Incident } from './store/traffic.ts';

/** One socket of a session. */
export interface Connection {
  /** False as soon as one side has begun to close it. */
  isOpen(): boolean;
  send(frame: string): void;
  close(code: number, reason: string): void;
  /** Ends the TCP connection without a close frame. */
  cut(): void;
}

/** A session that is not over: its sockets, its agent and its idle clock. */
export interface LiveSession {
  readonly id: string;
  isOver(): boolean;
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

export interface SessionPorts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly pace: Pace;
  /** Where the pictures of the agent's cards are. */
  readonly mediaUrl: string;
  readonly idleMs: number;
  /** How a model answers where the script has no command; undefined when there is none. */
  readonly improvise?: ((question: Question) => Improvisation) | undefined;
  /** Keeps what the agent leaves for whoever the conversation is handed to. */
  keepHandoff(sessionId: string, data: HandoffData): void;
  /** Keeps what went wrong, for the metrics of alert rules. */
  keepIncident(sessionId: string, incident: Incident, at: number): void;
  /** Called once, when the session has ended. */
  onEnd(reason: EndReason): void;
}

/** The largest history batch: one **or more** follow a handshake (messaging §4). */
const BATCH_SIZE = 100;

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
    conversation = next;
    journal.keepConversation(id, next);
    if (handoff) ports.keepHandoff(id, handoff);
    player.play(steps);
  }

  function reply(text: string, messageId: string) {
    const { partner, language } = conversation;
    if (partner !== 'agent' || !ports.improvise || isCommand(text))
      return play(answer(text, conversation, script));
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
    connectionCount: () => [...connections].filter((connection) => connection.isOpen()).length,
    connect(connection, cursor) {
      let after = cursor;
      let batch: readonly SentEvent[];
      do {
        batch = journal.events(id, after, BATCH_SIZE);
        // An empty history is a batch too: the client waits for one.
        if (batch.length > 0 || after === cursor) {
          const stamp = { id: randomUUID(), sequence: null, at: clock.now() };
          connection.send(encodeHistory(batch, dialect, stamp));
        }
        after = batch.at(-1)?.sequence ?? after;
      } while (batch.length === BATCH_SIZE);
      connections.add(connection);
    },
    disconnect: (connection) => void connections.delete(connection),
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
          return;
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
