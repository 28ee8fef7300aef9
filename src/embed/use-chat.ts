import type { Chat, ReadonlySignal } from '../chat/chat.ts';
import type { Entry } from '../chat/model/model.ts';

/** Hooks over the headless client. They depend on neither library. */

/** The state of a chat, without its entries. */
export type ChatValues = {
  readonly [Name in (typeof NAMES)[number]]: Chat[Name] extends ReadonlySignal<infer Value> ? Value : never;
};

const NAMES = [
  'connection',
  'trouble',
  'handoff',
  'typing',
  'suggestions',
  'agent',
  'liveAgent',
  'language',
  'endedSessionId',
] as const;

/** State before a chat starts: on a server, and while a browser takes over its HTML. */
const INITIAL: ChatValues = {
  connection: 'idle',
  trouble: null,
  handoff: 'none',
  typing: null,
  suggestions: [],
  agent: null,
  liveAgent: null,
  language: null,
  endedSessionId: null,
};
const NO_ENTRIES: readonly Entry[] = [];

/** The same object for each chat until one of its values changes. */
const known = new WeakMap<Chat, ChatValues>();

function valuesOf(chat: Chat): ChatValues {
  const before = known.get(chat);
  if (before && NAMES.every((name) => Object.is(before[name], chat[name].peek()))) return before;
  const values = Object.fromEntries(NAMES.map((name) => [name, chat[name].peek()])) as ChatValues;
  known.set(chat, values);
  return values;
}

function subscribe(signals: readonly ReadonlySignal<unknown>[], onChange: () => void): () => void {
  const stops = signals.map((signal) => signal.subscribe(onChange));
  return () => {
    for (const stop of stops) stop();
  };
}

type Subscribe = (onChange: () => void) => () => void;
type UseSyncExternalStore = <Value>(
  subscribe: Subscribe,
  getSnapshot: () => Value,
  getServerSnapshot: () => Value,
) => Value;
type UseCallback = <Callback extends Subscribe>(
  callback: Callback,
  dependencies: readonly unknown[],
) => Callback;

interface Hooks {
  readonly useSyncExternalStore: UseSyncExternalStore;
  readonly useCallback: UseCallback;
}

/** Renders the component again whenever a value of the chat changes. */
export function useChatValues({ useSyncExternalStore, useCallback }: Hooks, chat: Chat): ChatValues {
  const listen = useCallback(
    (onChange: () => void) =>
      subscribe(
        NAMES.map((name) => chat[name]),
        onChange,
      ),
    [chat],
  );
  return useSyncExternalStore(
    listen,
    () => valuesOf(chat),
    () => INITIAL,
  );
}

/** Renders the component again whenever an entry changes. */
export function useEntries({ useSyncExternalStore, useCallback }: Hooks, chat: Chat): readonly Entry[] {
  const listen = useCallback((onChange: () => void) => subscribe([chat.transcript], onChange), [chat]);
  return useSyncExternalStore(
    listen,
    () => chat.transcript.peek(),
    () => NO_ENTRIES,
  );
}
