import { h, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
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
export function FoyerChat(props: FoyerChatProps): VNode | null {
  const spot = useFoyer({ useEffect, useRef }, props);
  return props.inline ? (h('div', { ref: spot }) as VNode) : null;
}
