import type { Chat, ChatEvents, Message, Notice, NoticeBody } from '../../../src/chat/index.ts';
import type { Dialect } from '../../../src/protocol/dialect.ts';
import {
  AGENT,
  type ChatHarness,
  createChatHarness,
  type ScriptedSocket,
  sessionStart,
  wireEvent,
} from '../../support/chat-harness.ts';

/** Harness of one conversation in one dialect, with everything that a view shows as one value. */

type Shown =
  | 'connection'
  | 'trouble'
  | 'transcript'
  | 'handoff'
  | 'typing'
  | 'agent'
  | 'language'
  | 'suggestions';

export type View = { readonly [Signal in Shown]: Chat[Signal]['value'] } & {
  /** One-off events since the start, in order. */
  readonly events: readonly (readonly [name: string, detail: unknown])[];
};

export interface ConversationHarness {
  readonly harness: ChatHarness;
  readonly socket: ScriptedSocket;
  /** The platform sends a journaled event with the next sequence. */
  platformSends(name: string, payload?: object): void;
  /** The visitor sends a message, and the platform echoes it with a message id. */
  visitorSends(text: string): void;
  /** Builds an event with the next sequence without sending it. `null` makes it transient. */
  nextEvent(name: string, payload: object, sequence?: null): ReturnType<typeof wireEvent>;
  view(): View;
}

const NAMES = ['message', 'clientHandoffRequired', 'sessionStart', 'sessionEnd', 'dropped'] as const;

/** Type of an event in one dialect; `AGENT_*` stands for either infix (M-1.4). */
export const typeInDialect = (name: string, dialect: Dialect): string =>
  name.replace(/^AGENT_/, `${AGENT[dialect]}_`);

/** Creates a conversation whose agent Iris has joined, or, without `isJoined`, was only asked to join. */
export async function createConversationHarness(
  dialect: Dialect,
  { isJoined = true } = {},
): Promise<ConversationHarness> {
  const harness = createChatHarness({ dialect });
  const socket = isJoined ? await harness.connectAndJoin() : await requestAgent(harness, dialect);
  let sequence = isJoined ? 3 : 2;
  const events: (readonly [string, unknown])[] = [];
  for (const name of NAMES)
    harness.chat.on(name, (event: ChatEvents[typeof name]) => events.push([name, event]));

  const nextEvent: ConversationHarness['nextEvent'] = (name, payload, fixed) =>
    wireEvent(typeInDialect(name, dialect), fixed === null ? null : ++sequence, payload);
  return {
    harness,
    socket,
    nextEvent,
    platformSends: (name, payload = {}) => socket.receiveEvent(nextEvent(name, payload)),
    visitorSends(text) {
      harness.chat.send(text);
      socket.echo('EVENT_TYPE_USER_MESSAGE', ++sequence);
    },
    view: () => ({
      connection: harness.chat.connection.value,
      trouble: harness.chat.trouble.value,
      transcript: harness.chat.transcript.value,
      handoff: harness.chat.handoff.value,
      typing: harness.chat.typing.value,
      agent: harness.chat.agent.value,
      language: harness.chat.language.value,
      suggestions: harness.chat.suggestions.value,
      events,
    }),
  };
}

async function requestAgent(harness: ChatHarness, dialect: Dialect): Promise<ScriptedSocket> {
  const socket = await harness.connect();
  socket.receiveBatch(sessionStart());
  await harness.advance(250);
  socket.echo(`EVENT_TYPE_REQUEST_${AGENT[dialect]}_JOIN`, 2);
  return socket;
}

/** View of a conversation that has just started: the agent has joined and there is no message. */
export const INITIAL_VIEW: View = {
  connection: 'online',
  trouble: null,
  transcript: [],
  handoff: 'none',
  typing: null,
  agent: { name: 'Iris' },
  language: null,
  suggestions: [],
  events: [],
};

/** Timestamp of the event with this sequence. */
export const timestampOf = (sequence: number): number => Date.UTC(2026, 10, 2, 9, 0, sequence);

/** Message of the agent Iris as a view shows it; by default of event 4 with the message id `m`. */
export const bubble = (change: Partial<Message>): Message => ({
  kind: 'message',
  id: 'm',
  author: 'agent',
  text: '',
  at: timestampOf(4),
  person: { name: 'Iris' },
  attachments: [],
  suggestions: [],
  callActions: [],
  streaming: false,
  interrupted: false,
  ...change,
});

/** Notice as a view shows it; by default of event 4. */
export const notice = (body: NoticeBody, change: Partial<Pick<Notice, 'id' | 'at'>> = {}): Notice => ({
  ...body,
  kind: 'notice',
  id: 'event-4',
  at: timestampOf(4),
  ...change,
});
