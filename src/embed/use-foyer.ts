import type { FoyerApi, FoyerEventName } from './api.ts';
import { pageLocale } from './attributes.ts';
import { type FoyerChatProps, HANDLERS, mountKey, optionsOf } from './component.ts';
import { type FoyerElement, type MountOptions, place } from './element.ts';
import { FILLED } from './filled.ts';
import { defineFoyerElement } from './index.ts';

/** The hooks that both libraries have. */
export interface Hooks {
  useEffect(effect: () => undefined | (() => void), dependencies?: readonly unknown[]): void;
  useRef<Value>(initial: Value): { current: Value };
}

/** Into the spot, where there is one; else into the page's corner. */
function put(options: MountOptions, spot: HTMLElement | null): FoyerApi {
  defineFoyerElement();
  if (!spot) return place(options);
  const element = document.createElement('foyer-chat') as FoyerElement;
  // A container means no launcher; which one it is, the spot says.
  const api = element.begin({ ...options, container: ':scope' });
  // As high as the box around the component. By script: a page's policy may refuse style attributes.
  Object.assign(spot.style, FILLED, { height: '100%' });
  spot.append(element);
  return api;
}

/** The chat's life within a component's. Returns the ref of the element that an inline one is shown in. */
export function useFoyer({ useEffect, useRef }: Hooks, props: FoyerChatProps) {
  const spot = useRef<HTMLDivElement | null>(null);
  const latest = useRef(props);
  const shown = useRef<{ readonly api: FoyerApi; locale: string | undefined } | null>(null);

  useEffect(() => {
    latest.current = props;
    return undefined;
  });

  useEffect(() => {
    const { locale } = latest.current;
    const api = put(optionsOf(latest.current), spot.current);
    const tell = (current: FoyerApi | null) => {
      const { apiRef } = latest.current;
      if (typeof apiRef === 'function') apiRef(current);
      else if (apiRef) apiRef.current = current;
    };
    for (const [name, handler] of Object.entries(HANDLERS)) {
      // Looked up when it happens: a new handler is no reason for a new chat.
      api.on(name as FoyerEventName, (detail) => latest.current[handler]?.(detail as never));
    }
    shown.current = { api, locale };
    tell(api);
    return () => {
      shown.current = null;
      tell(null);
      api.destroy();
    };
  }, [mountKey(props)]);

  useEffect(() => {
    const { current } = shown;
    const tag = props.locale ?? pageLocale();
    if (current && current.locale !== props.locale && tag !== undefined) current.api.setLocale(tag);
    if (current) current.locale = props.locale;
    return undefined;
  }, [props.locale]);

  return spot;
}
