import type { Chat, ChatEvents, Message, Notice, NoticeBody } from '../../../src/chat/index.ts';
import type { Dialect } from '../../../src/protocol/dialect.ts';
import {
  AGENT,
  createWorld,
  type ScriptedSocket,
  sessionStart,
  type World,
  wire,
} from '../../support/chat-world.ts';

/** One conversation in one dialect, and everything that a view is given of it as one value. */

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
  /** The one-off events since the scene began, in order. */
  readonly news: readonly (readonly [name: string, detail: unknown])[];
};

export interface Scene {
  readonly world: World;
  readonly socket: ScriptedSocket;
  /** The platform says something: journaled, with the next sequence. */
  says(name: string, payload?: object): void;
  /** The visitor says something, and the platform echoes it with a message id of its own. */
  hears(text: string): void;
  /** An event that is still to be sent, with the next sequence; null makes it transient. */
  event(name: string, payload: object, sequence?: null): ReturnType<typeof wire>;
  view(): View;
}

const NAMES = ['message', 'clientHandoffRequired', 'sessionStart', 'sessionEnd', 'dropped'] as const;

/** The name of an event in one dialect; `AGENT_*` stands for either infix (spec messaging §1). */
export const spelt = (name: string, dialect: Dialect): string =>
  name.replace(/^AGENT_/, `${AGENT[dialect]}_`);

/** A conversation whose agent has joined as Iris; or one where the agent was only asked to. */
export async function createScene(dialect: Dialect, { isJoined = true } = {}): Promise<Scene> {
  const world = createWorld({ dialect });
  const socket = isJoined ? await world.ready() : await asked(world, dialect);
  let sequence = isJoined ? 3 : 2;
  const news: (readonly [string, unknown])[] = [];
  for (const name of NAMES) world.chat.on(name, (it: ChatEvents[typeof name]) => news.push([name, it]));

  const event: Scene['event'] = (name, payload, fixed) =>
    wire(spelt(name, dialect), fixed === null ? null : ++sequence, payload);
  return {
    world,
    socket,
    event,
    says: (name, payload = {}) => socket.event(event(name, payload)),
    hears(text) {
      world.chat.send(text);
      socket.echo('EVENT_TYPE_USER_MESSAGE', ++sequence);
    },
    view: () => ({
      connection: world.chat.connection.value,
      trouble: world.chat.trouble.value,
      transcript: world.chat.transcript.value,
      handoff: world.chat.handoff.value,
      typing: world.chat.typing.value,
      agent: world.chat.agent.value,
      language: world.chat.language.value,
      suggestions: world.chat.suggestions.value,
      news,
    }),
  };
}

async function asked(world: World, dialect: Dialect): Promise<ScriptedSocket> {
  const socket = await world.begin();
  socket.batch(sessionStart());
  await world.advance(250);
  socket.echo(`EVENT_TYPE_REQUEST_${AGENT[dialect]}_JOIN`, 2);
  return socket;
}

/** What a view is given of a conversation that has just begun: the agent is there and nothing was said. */
export const QUIET: View = {
  connection: 'online',
  trouble: null,
  transcript: [],
  handoff: 'none',
  typing: null,
  agent: { name: 'Iris' },
  language: null,
  suggestions: [],
  news: [],
};

/** When the scripted platform says that the event of a sequence happened. */
export const stampOf = (sequence: number): number => Date.UTC(2026, 10, 2, 9, 0, sequence);

/** A message of Iris' as a view is given it; by default the event 4 with the message id `m`. */
export const bubble = (change: Partial<Message>): Message => ({
  kind: 'message',
  id: 'm',
  author: 'agent',
  text: '',
  at: stampOf(4),
  person: { name: 'Iris' },
  attachments: [],
  suggestions: [],
  callActions: [],
  streaming: false,
  interrupted: false,
  ...change,
});

/** A notice as a view is given it; by default that of the event 4. */
export const notice = (body: NoticeBody, change: Partial<Pick<Notice, 'id' | 'at'>> = {}): Notice => ({
  ...body,
  kind: 'notice',
  id: 'event-4',
  at: stampOf(4),
  ...change,
});
