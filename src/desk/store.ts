import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../base/clock.ts';
import { DESK_EVENTS } from '../protocol/desk.ts';
import { type CallError, createApiClient } from '../ui/api-client.ts';
import { openEventStream } from '../ui/event-stream.ts';
import {
  applyEvent,
  type DeskState,
  failSending,
  INITIAL_STATE,
  select,
  setDraft,
  startSending,
} from './state.ts';
import { createTypingReporter, type TypingReporter } from './typing.ts';

/** Action of a live agent on a chat; also the last part of its URL. */
export type ChatAction = 'take' | 'leave' | 'hand-back' | 'end';

/** State of the desk page, and the actions that change it. */
export type Store = ReturnType<typeof createStore>;

interface Ports {
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

const TICK_MS = 10_000;
const UNAUTHORIZED = 401;

export function createStore({ clock, fetch }: Ports) {
  const api = createApiClient({ base: '/desk/', server: 'platform', clock, fetch });
  const state = signal(INITIAL_STATE);
  const now = signal(clock.now());
  const reporters = new Map<string, TypingReporter>();
  const setState = (next: DeskState) => {
    state.value = next;
  };

  function tick() {
    now.value = clock.now();
    clock.after(TICK_MS, tick);
  }

  const post = (path: string, body: object = {}) => api.call(path, { method: 'POST', body });

  /** Reloads after the sign-in has expired: the sign-in page has the same URL. */
  const showSignIn = () => location.reload();

  function showError(error: CallError) {
    if (error.type === 'refused' && error.status === UNAUTHORIZED) showSignIn();
    else setState({ ...state.value, error: error.message });
  }

  function reporterOf(id: string): TypingReporter {
    const existing = reporters.get(id);
    if (existing) return existing;
    const created = createTypingReporter(clock, (to) => void post(`chats/${id}/typing`, { state: to }));
    reporters.set(id, created);
    return created;
  }

  async function deliver(id: string, message: { readonly id: string; readonly text: string }) {
    setState({ ...startSending(state.value, id, message), error: null });
    const sent = await post(`chats/${id}/message`, message);
    if (sent.ok) return;
    setState(failSending(state.value, id, message.id));
    showError(sent.error);
  }

  // The platform sends the whole state again when the stream is back.
  openEventStream({
    url: '/desk/events',
    schemas: DESK_EVENTS,
    clock,
    fetch,
    onEvent: (event) => setState(applyEvent(state.value, event)),
    onLost(status) {
      setState({ ...state.value, connection: 'lost' });
      if (status === UNAUTHORIZED) showSignIn();
    },
  });
  tick();

  return {
    state: state as ReadonlySignal<DeskState>,
    /** The current time in milliseconds, updated every few seconds. */
    now: now as ReadonlySignal<number>,
    select: (id: string | null): void => setState(select(state.value, id)),
    setDraft(id: string, draft: string): void {
      setState(setDraft(state.value, id, draft));
      if (draft.trim() === '') reporters.get(id)?.stop();
      else reporterOf(id).keyPressed();
    },
    /** Sends the draft. */
    send(id: string): void {
      const text = state.value.conversations[id]?.draft.trim();
      if (!text) return;
      setState(setDraft(state.value, id, ''));
      reporters.get(id)?.stop();
      void deliver(id, { id: crypto.randomUUID(), text });
    },
    sendAgain(id: string, messageId: string): void {
      const message = state.value.conversations[id]?.outgoing.find((sent) => sent.id === messageId);
      if (message) void deliver(id, { id: message.id, text: message.text });
    },
    /** Ends the typing indicator after the field has lost the focus. */
    stopTyping(id: string): void {
      reporters.get(id)?.stop();
      reporters.delete(id);
    },
    async perform(id: string, action: ChatAction): Promise<void> {
      reporters.get(id)?.stop();
      setState({ ...state.value, error: null });
      const done = await post(`chats/${id}/${action}`);
      if (!done.ok) return showError(done.error);
      // Deselects a conversation that the live agent has left.
      if (action !== 'take' && action !== 'end' && state.value.selected === id)
        setState(select(state.value, null));
    },
    async setAvailable(isAvailable: boolean): Promise<void> {
      const done = await post('available', { available: isAvailable });
      if (!done.ok) showError(done.error);
    },
    async signOut(): Promise<void> {
      await post('sign-out');
      showSignIn();
    },
  };
}
