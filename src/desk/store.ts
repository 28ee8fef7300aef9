import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../base/clock.ts';
import { type CallFault, isSignedOut, post } from './calls.ts';
import { type DeskState, EMPTY, failSending, hear, select, send, write } from './state.ts';
import { listen } from './stream.ts';
import { createTyping, type Typing } from './typing.ts';

/** What a person may do with a visitor. */
export type Verb = 'take' | 'leave' | 'hand-back' | 'end';

/** The desk's page, from news and deeds to what is shown. */
export interface Store {
  readonly state: ReadonlySignal<DeskState>;
  /** Now, in milliseconds, every few seconds. */
  readonly now: ReadonlySignal<number>;
  select(id: string | null): void;
  write(id: string, draft: string): void;
  /** Sends what is written. */
  send(id: string): void;
  sendAgain(id: string, messageId: string): void;
  /** The field was left. */
  rest(id: string): void;
  perform(id: string, verb: Verb): Promise<void>;
  setAvailable(isAvailable: boolean): void;
  signOut(): Promise<void>;
}

const TICK_MS = 10_000;

export function createStore(clock: Clock): Store {
  const state = signal(EMPTY);
  const now = signal(clock.now());
  const typing = new Map<string, Typing>();
  const become = (next: DeskState) => {
    state.value = next;
  };

  function tick() {
    now.value = clock.now();
    clock.after(TICK_MS, tick);
  }

  /** Whoever is signed out is shown the door, which is the same page. */
  function complain(fault: CallFault) {
    if (fault.isSignedOut) location.reload();
    else become({ ...state.value, complaint: fault.why });
  }

  function typingIn(id: string): Typing {
    const known = typing.get(id);
    if (known) return known;
    const made = createTyping(clock, (to) => void post(`chats/${id}/typing`, { state: to }));
    typing.set(id, made);
    return made;
  }

  async function deliver(id: string, message: { readonly id: string; readonly text: string }) {
    become({ ...send(state.value, id, message), complaint: null });
    const sent = await post(`chats/${id}/message`, message);
    if (sent.ok) return;
    become(failSending(state.value, id, message.id));
    complain(sent.error);
  }

  listen({
    clock,
    onNews: (news) => become(hear(state.value, news)),
    onLost: async () => {
      become({ ...state.value, link: 'lost' });
      if (await isSignedOut()) location.reload();
    },
  });
  tick();

  return {
    state,
    now,
    select: (id) => become(select(state.value, id)),
    write(id, draft) {
      become(write(state.value, id, draft));
      if (draft.trim() === '') typing.get(id)?.stop();
      else typingIn(id).press();
    },
    send(id) {
      const text = state.value.known[id]?.draft.trim();
      if (!text) return;
      become(write(state.value, id, ''));
      typing.get(id)?.stop();
      void deliver(id, { id: crypto.randomUUID(), text });
    },
    sendAgain(id, messageId) {
      const message = state.value.known[id]?.outgoing.find((it) => it.id === messageId);
      if (message) void deliver(id, { id: message.id, text: message.text });
    },
    rest(id) {
      typing.get(id)?.stop();
      typing.delete(id);
    },
    async perform(id, verb) {
      typing.get(id)?.stop();
      become({ ...state.value, complaint: null });
      const done = await post(`chats/${id}/${verb}`);
      if (!done.ok) return complain(done.error);
      // What one has left oneself is not looked at any more.
      if (verb !== 'take' && verb !== 'end' && state.value.selected === id) become(select(state.value, null));
    },
    async setAvailable(isAvailable) {
      const done = await post('available', { available: isAvailable });
      if (!done.ok) complain(done.error);
    },
    async signOut() {
      await post('sign-out');
      location.reload();
    },
  };
}
