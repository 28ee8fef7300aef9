import { h, type VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import type { Entry } from '../chat/model/model.ts';
import type { FoyerChatProps } from './component.ts';
import { type ChatValues, useChatValues, useEntries } from './use-chat.ts';
import { useFoyer } from './use-foyer.ts';

export type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
export type { FoyerChatHandlers, FoyerChatProps } from './component.ts';
export type { ChatValues } from './use-chat.ts';

/**
 * The chat, while the component is mounted. A change of the options creates a new chat that continues the same
 * conversation. A new handler or locale takes effect in the running chat.
 *
 * @example
 * <FoyerChat relay="https://chat.example" onMessage={({ author, text }) => console.log(author, text)} />
 */
export function FoyerChat(props: FoyerChatProps): VNode | null {
  const container = useFoyer({ useEffect, useRef }, props);
  return props.inline ? (h('div', { ref: container }) as VNode) : null;
}

/** The hook of `preact/compat`. Its module would change how a page's own components behave. */
function useSyncExternalStore<Value>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Value,
): Value {
  const [, update] = useState(getSnapshot);
  useLayoutEffect(() => {
    const onChange = () => update(getSnapshot);
    onChange();
    return subscribe(onChange);
  }, [subscribe]);
  return getSnapshot();
}

const HOOKS = { useSyncExternalStore, useCallback };

/**
 * The state of a headless client (`foyer-chat/client`): connection, trouble, handoff, typing, suggestions, agents, language. The
 * component renders again when one of them changes. On a server and while HTML is hydrated, the state of a chat that has not started.
 *
 * @example
 * const { connection, typing } = useChat(chat);
 */
export const useChat = (chat: Chat): ChatValues => useChatValues(HOOKS, chat);

/**
 * The transcript of a headless client in display order. The component renders again for every chunk of an answer. On a server and while
 * HTML is hydrated it is empty.
 *
 * @example
 * const entries = useTranscript(chat);
 */
export const useTranscript = (chat: Chat): readonly Entry[] => useEntries(HOOKS, chat);
