import { createElement, type ReactElement, useEffect, useRef } from 'react';
import type { FoyerChatProps } from './component.ts';
import { useFoyer } from './use-foyer.ts';

export type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
export type { FoyerChatHandlers, FoyerChatProps } from './component.ts';

/**
 * The chat, while the component is mounted. A change of the options creates a new chat that continues the same
 * conversation. A new handler or locale takes effect in the running chat.
 *
 * @example
 * <FoyerChat relay="https://chat.example" onMessage={({ author, text }) => console.log(author, text)} />
 */
export function FoyerChat(props: FoyerChatProps): ReactElement | null {
  const container = useFoyer({ useEffect, useRef }, props);
  return props.inline ? createElement('div', { ref: container }) : null;
}
