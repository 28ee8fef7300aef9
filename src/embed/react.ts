import { createElement, type ReactElement, useEffect, useRef } from 'react';
import type { FoyerChatProps } from './component.ts';
import { useFoyer } from './use-foyer.ts';

export type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
export type { FoyerChatHandlers, FoyerChatProps } from './component.ts';

/**
 * The chat for as long as the component is mounted. Other options mean another chat, which goes on with the same
 * conversation; a new handler or locale reaches the one that is there.
 *
 * @example
 * <FoyerChat relay="https://chat.example" onMessage={({ author, text }) => console.log(author, text)} />
 */
export function FoyerChat(props: FoyerChatProps): ReactElement | null {
  const spot = useFoyer({ useEffect, useRef }, props);
  return props.inline ? createElement('div', { ref: spot }) : null;
}
