import { own } from '../base/own.ts';
import type { MountOptions } from '../widget/context/options.ts';
import type { FoyerApi, FoyerEventName } from './api.ts';
import { pageLocale } from './attributes.ts';
import { checkOptions } from './check-options.ts';
import { type FoyerChatProps, HANDLERS, mountKey, optionsOf } from './component.ts';
import { place } from './element.ts';
import { FILL_CONTAINER_STYLE } from './fill-container.ts';
import { defineFoyerElement } from './index.ts';
import { useRare } from './use-rare.ts';

/** Hooks of Preact or React. */
export interface Hooks {
  useEffect(effect: () => undefined | (() => void), dependencies?: readonly unknown[]): void;
  useRef<Value>(initial: Value): { current: Value };
}

/** Mounts the chat in `container` if there is one, else in the page's corner. */
function mountChat(given: MountOptions, container: HTMLElement | null): FoyerApi {
  const options = checkOptions(given);
  defineFoyerElement();
  if (!container) return place(options, useRare);
  const element = document.createElement('foyer-chat');
  // The option `container` removes the launcher. Its value is not used.
  const api = element.begin({ ...options, container: ':scope' });
  // Fills the element around the component. Set by script: a content security policy may forbid style attributes.
  Object.assign(container.style, FILL_CONTAINER_STYLE, { height: '100%' });
  container.append(element);
  return api;
}

/** Binds a chat to the lifetime of a component. Returns the ref of the element in which an inline chat is shown. */
export function useFoyer({ useEffect, useRef }: Hooks, given: FoyerChatProps) {
  const props = own(given);
  const container = useRef<HTMLDivElement | null>(null);
  const latest = useRef(props);
  const mounted = useRef<{ readonly api: FoyerApi; locale: string | undefined } | null>(null);

  useEffect(() => {
    latest.current = props;
    mounted.current?.api.setContext(props.context ?? {});
    return undefined;
  });

  useEffect(() => {
    const { locale } = latest.current;
    const api = mountChat(optionsOf(latest.current), container.current);
    const setRef = (current: FoyerApi | null) => {
      const { apiRef } = latest.current;
      if (typeof apiRef === 'function') apiRef(current);
      else if (apiRef) apiRef.current = current;
    };
    for (const [name, handler] of Object.entries(HANDLERS)) {
      // Looked up at each event, so that a new handler needs no new chat.
      api.on(name as FoyerEventName, (detail) => latest.current[handler]?.(detail as never));
    }
    api.onContextRequired((required) => latest.current.onContextRequired?.(required));
    api.setContext(latest.current.context ?? {});
    mounted.current = { api, locale };
    setRef(api);
    return () => {
      mounted.current = null;
      setRef(null);
      api.destroy();
    };
  }, [mountKey(props)]);

  useEffect(() => {
    const { current } = mounted;
    const tag = props.locale ?? pageLocale();
    if (current && current.locale !== props.locale && tag !== undefined) current.api.setLocale(tag);
    if (current) current.locale = props.locale;
    return undefined;
  }, [props.locale]);

  return container;
}
