import type { Clock } from '../base/clock.ts';
import { type ReceivedCommand, readClientFrame, refusalText } from '../protocol/client-frames.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { Capabilities, EndReason, MessageBody, Person, ServerEventBody } from '../protocol/events.ts';
import type { SessionGrant } from '../protocol/relay.ts';
import { encodeHistory, encodeServerEvent, type SentEvent } from '../protocol/server-frames.ts';
import { agentMessage } from './agent-message.ts';
import type { TestConnection } from './connection.ts';
import { createJournal } from './journal.ts';

export interface Handoff {
  readonly queueName?: string;
  /** Place in the queue, from 1. */
  readonly position?: number;
  readonly estimatedWaitSeconds?: number;
  /** The person who joins. Without one, the visitor waits in the queue. */
  readonly liveAgent?: Person;
}

export interface Streaming {
  /** Number of chunks; default 5. */
  readonly chunks?: number;
  /** Time between chunks on the platform's clock; default 0: all at once. */
  readonly everyMs?: number;
}

/** Actions of a test in a conversation. */
export interface Script {
  /** The agent, or the live agent who has joined, says something. */
  reply(text: string, rest?: Partial<MessageBody>): void;
  /** The agent says something in chunks. */
  stream(text: string, streaming?: Streaming): void;
  /** Passes the conversation on to a queue and, with `liveAgent`, to a person. */
  handoff(handoff?: Handoff): void;
  /** Sends events of the protocol, each in a frame of its own. */
  send(...events: readonly ServerEventBody[]): void;
  /** Sends them in one frame, as a history. */
  sendBatch(...events: readonly ServerEventBody[]): void;
  /** Ends the conversation; default `natural_end`. */
  end(reason?: EndReason): void;
  /** Ends the session as after a day. */
  expire(): void;
  /** Cuts the sockets of the conversation; default 1006, a broken network. The chat connects again. */
  drop(code?: number): void;
}

/** A session behind the relay, with its journal and its sockets. */
export interface Conversation extends Script {
  readonly grant: SessionGrant;
  isOpen(): boolean;
  /** Accepts a socket and sends the history above its cursor; refuses it when the session is over. */
  connect(connection: TestConnection): void;
  receive(connection: TestConnection, frame: string): void;
}

export interface ConversationSettings {
  readonly grant: SessionGrant;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly agent: Person;
  readonly greeting: string | undefined;
  readonly capabilities: Partial<Capabilities>;
  readonly history: readonly ServerEventBody[];
  /** True while the visitor's messages get lost on their way. */
  losesMessages(): boolean;
  received(command: ReceivedCommand): void;
}

/** Cuts a text between words into about equal parts. */
function cut(text: string, parts: number): string[] {
  const words = text.split(/(?<=\s)/);
  const size = Math.ceil(words.length / Math.max(1, parts));
  return Array.from({ length: Math.ceil(words.length / size) }, (_, part) =>
    words.slice(part * size, (part + 1) * size).join(''),
  );
}

export function createConversation(settings: ConversationSettings): Conversation {
  const { grant, clock, dialect, agent, greeting } = settings;
  const journal = createJournal(clock.now);
  const connections = new Set<TestConnection>();
  let isOpen = true;
  let partner: 'nobody' | 'agent' | 'live-agent' = 'nobody';
  let liveAgent: Person = {};
  let messages = 0;

  function stamp(body: ServerEventBody, metadata?: SentEvent['metadata']): SentEvent {
    if (body.kind === 'agentJoined') partner = 'agent';
    if (body.kind === 'liveAgentJoined') [partner, liveAgent] = ['live-agent', body.person];
    if (body.kind === 'liveAgentLeft') partner = 'agent';
    if (body.kind === 'sessionEnd') isOpen = false;
    return journal.stamp(body, metadata);
  }

  const open = () => [...connections].filter(({ isClosed }) => !isClosed);
  const broadcast = (frame: string) => {
    for (const connection of open()) connection.send(frame);
  };
  const batchOf = (events: readonly SentEvent[]) =>
    encodeHistory(events, dialect, { id: null, sequence: null, at: clock.now() });
  const emit = (body: ServerEventBody, metadata?: SentEvent['metadata']) =>
    broadcast(encodeServerEvent(stamp(body, metadata), dialect));
  const nextMessageId = () => {
    messages += 1;
    return `message-${messages}`;
  };
  const closeAll = (code: number) => {
    for (const connection of open()) connection.close(code);
    connections.clear();
  };

  const conversation: Conversation = {
    grant,
    isOpen: () => isOpen,
    connect(connection) {
      const { searchParams } = connection.url;
      if (!isOpen || searchParams.get('access_token') !== grant.access_token) return connection.close(1006);
      connection.accept();
      connections.add(connection);
      connection.send(batchOf(journal.after(Number(searchParams.get('cursor') ?? 0))));
    },
    receive(connection, frame) {
      const read = readClientFrame(frame, dialect);
      if (!read.ok) return emit({ kind: 'systemMessage', level: 'error', message: refusalText(read.error) });
      const { command, metadata } = read.value;
      if (!isOpen || !connections.has(connection)) return;
      switch (command.kind) {
        case 'requestAgentJoin':
          emit(command, metadata);
          if (partner !== 'nobody') break;
          emit({ kind: 'agentJoined', person: agent });
          if (greeting !== undefined) conversation.reply(greeting);
          break;
        case 'userMessage':
          if (settings.losesMessages()) return;
          emit({ ...command, messageId: nextMessageId() }, metadata);
          break;
        case 'userEndSession':
          emit(command, metadata);
          conversation.end('user_end');
          break;
        case 'heartbeat':
          emit(command, metadata);
          break;
        default:
        // M-4.10: typing is not echoed.
      }
      settings.received(command);
    },
    send(...events) {
      for (const body of events) emit(body);
    },
    sendBatch: (...events) => broadcast(batchOf(events.map((body) => stamp(body)))),
    reply(text, rest = {}) {
      const message = agentMessage(nextMessageId(), text, rest);
      if (partner !== 'live-agent') return emit(message);
      emit({ ...message, kind: 'liveAgentMessage', person: rest.person ?? liveAgent });
    },
    stream(text, { chunks = 5, everyMs = 0 } = {}) {
      const messageId = nextMessageId();
      const parts = cut(text, chunks);
      const sendFrom = (index: number) => {
        if (!isOpen) return;
        const isComplete = index === parts.length - 1;
        const chunk = { messageId, chunkIndex: index + 1, text: parts[index] ?? '', isComplete };
        emit({ kind: 'agentMessageChunk', ...chunk, attachments: [], suggestions: [] });
        if (isComplete) return;
        if (everyMs > 0) clock.after(everyMs, () => sendFrom(index + 1));
        else sendFrom(index + 1);
      };
      sendFrom(0);
    },
    handoff({ queueName, position, estimatedWaitSeconds, liveAgent: person } = {}) {
      emit({ kind: 'agentTriggeredHandoff' });
      emit({ kind: 'handoffAccepted', queueName });
      if (position !== undefined || estimatedWaitSeconds !== undefined)
        emit({ kind: 'handoffQueueStatus', queueName, position, estimatedWaitSeconds });
      if (person) emit({ kind: 'liveAgentJoined', person });
    },
    end(reason = 'natural_end') {
      emit({ kind: 'sessionEnd', reason });
      closeAll(1000);
    },
    expire() {
      isOpen = false;
      closeAll(1006);
    },
    drop: (code = 1006) => closeAll(code),
  };

  const capabilities = { streaming: true, heartbeatIntervalSeconds: 0, ...settings.capabilities };
  for (const body of [{ kind: 'sessionStart', capabilities } as const, ...settings.history]) stamp(body);
  return conversation;
}
