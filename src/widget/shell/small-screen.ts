import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const FOCUSABLE =
  'button:not([disabled]):not([tabindex="-1"]),textarea:not([disabled]),a[href],[tabindex="0"]';

/** Keeps Tab inside the panel. */
function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [edge, other] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
  const { activeElement } = panel.getRootNode() as ShadowRoot;
  if (activeElement !== edge && activeElement !== panel) return;
  event.preventDefault();
  other?.focus();
}

/** Fits the panel above the on-screen keyboard, which covers the page instead of shrinking it. */
function fitAboveKeyboard(area: VisualViewport, style: CSSStyleDeclaration, signal: AbortSignal): void {
  const update = () => {
    style.setProperty('--_height', `${area.height}px`);
    style.setProperty('--_top', `${area.offsetTop}px`);
  };
  update();
  area.addEventListener('resize', update, { signal });
  area.addEventListener('scroll', update, { signal });
  signal.addEventListener('abort', () => {
    style.removeProperty('--_height');
    style.removeProperty('--_top');
  });
}

/** Focus trap and keyboard handling of a panel that covers a small screen. Renders nothing. */
export function SmallScreen({ panel }: { readonly panel: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const aborter = new AbortController();
    const { signal } = aborter;
    element.addEventListener('keydown', (event) => event.key === 'Tab' && trapFocus(event, element), {
      signal,
    });
    if (globalThis.visualViewport) fitAboveKeyboard(globalThis.visualViewport, element.style, signal);
    return () => aborter.abort();
  }, [panel]);
  return null;
}
