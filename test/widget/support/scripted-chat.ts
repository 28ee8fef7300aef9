import { type Signal, signal } from '@preact/signals';
import { createEmitter } from '../../../src/base/emitter.ts';
import type { Chat, ChatEvents } from '../../../src/chat/chat.ts';
import type {
  ConnectionStatus,
  Entry,
  HandoffStatus,
  Message,
  NoticeBody,
  Trouble,
  Typist,
} from '../../../src/chat/model/model.ts';
import type { Person, Suggestion } from '../../../src/protocol/events.ts';
import type { Carrier } from '../../../src/protocol/relay.ts';

/** A chat whose signals a test can write, and which records the commands of the views. */
export interface ScriptedChat extends Chat {
  readonly connection: Signal<ConnectionStatus>;
  readonly handoff: Signal<HandoffStatus>;
  readonly trouble: Signal<Trouble | null>;
  readonly carrier: Signal<Carrier | null>;
  readonly order: Signal<readonly string[]>;
  readonly transcript: Signal<readonly Entry[]>;
  readonly typing: Signal<Typist | null>;
  readonly suggestions: Signal<readonly Suggestion[]>;
  readonly agent: Signal<Person | null>;
  readonly liveAgent: Signal<Person | null>;
  readonly language: Signal<string | null>;
  readonly maxFrameBytes: Signal<number>;
  readonly endedSessionId: Signal<string | null>;
  /** The relay accepts feedback about the session. */
  takesFeedback: boolean;
  /** Commands of the views, as `name argument`. */
  readonly calls: string[];
  add(entry: Entry): void;
  change(id: string, changes: Partial<Message>): void;
  emit<Name extends keyof ChatEvents>(name: Name, detail: ChatEvents[Name]): void;
}

export const NOON = Date.UTC(2026, 10, 2, 12);

export function message(change: Partial<Message> & Pick<Message, 'id' | 'author'>): Message {
  return {
    kind: 'message',
    text: '',
    at: NOON,
    person: {},
    attachments: [],
    suggestions: [],
    callActions: [],
    streaming: false,
    interrupted: false,
    ...change,
  };
}

export const notice = (id: string, body: NoticeBody, at = NOON): Entry => ({
  ...body,
  kind: 'notice',
  id,
  at,
});

export function createScriptedChat(): ScriptedChat {
  const entries = new Map<string, Signal<Entry | undefined>>();
  const emitter = createEmitter<ChatEvents>();
  const calls: string[] = [];
  const connection = signal<ConnectionStatus>('online');
  const order = signal<readonly string[]>([]);
  const transcript = signal<readonly Entry[]>([]);
  const entry = (id: string): Signal<Entry | undefined> => {
    const known = entries.get(id) ?? signal(undefined);
    entries.set(id, known);
    return known;
  };
  const chat: ScriptedChat = {
    connection,
    handoff: signal<HandoffStatus>('none'),
    trouble: signal<Trouble | null>(null),
    carrier: signal<Carrier | null>(null),
    order,
    transcript,
    entry,
    typing: signal<Typist | null>(null),
    suggestions: signal<readonly Suggestion[]>([]),
    agent: signal<Person | null>(null),
    liveAgent: signal<Person | null>(null),
    language: signal<string | null>(null),
    maxFrameBytes: signal(131_072),
    endedSessionId: signal<string | null>(null),
    takesFeedback: true,
    calls,
    add(added) {
      entry(added.id).value = added;
      order.value = [...order.peek(), added.id];
      transcript.value = [...transcript.peek(), added];
    },
    change(id, changes) {
      const before = entry(id).peek();
      if (before?.kind === 'message') entry(id).value = { ...before, ...changes };
    },
    emit: emitter.emit,
    isStored: () => false,
    start: () => calls.push('start'),
    resume: (newSince) => calls.push(`resume ${newSince}`),
    rest: () => calls.push('rest'),
    seen: () => calls.push('seen'),
    send(text) {
      calls.push(`send ${text}`);
      return undefined;
    },
    retry: (id) => calls.push(`retry ${id}`),
    setTyping: (isTyping) => calls.push(`typing ${isTyping}`),
    end: () => calls.push('end'),
    async rate({ rating, text = '', messageId = '' }) {
      calls.push(['rate', rating, messageId, text].filter(Boolean).join(' '));
      return chat.takesFeedback;
    },
    restart: () => calls.push('restart'),
    reconnect: () => calls.push('reconnect'),
    fail(error) {
      calls.push(`fail ${error}`);
      connection.value = 'failed';
    },
    on: emitter.on,
    dispose: () => calls.push('dispose'),
  };
  return chat;
}
