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

/** Below this height the header and the composer shrink, so that messages remain visible between them. */
const LOW_PX = 440;

/** Fits the panel above the on-screen keyboard: it covers the page instead of shrinking it. */
function fitAboveKeyboard(area: VisualViewport, panel: HTMLElement, signal: AbortSignal): void {
  const { style } = panel;
  const update = () => {
    // When zoomed in, the panel keeps its size and is partly visible.
    const isZoomed = area.scale > 1.01;
    // Panel pixels per window pixel: a page may be zoomed. Not by what is drawn: an animation scales the panel when it opens.
    const scale = panel.offsetWidth / area.width || 1;
    const height = area.height * scale;
    style.setProperty('--_height', isZoomed ? '100%' : `${height}px`);
    style.setProperty('--_top', isZoomed ? '0' : `${area.offsetTop * scale}px`);
    panel.toggleAttribute('data-low', height < LOW_PX);
  };
  update();
  area.addEventListener('resize', update, { signal });
  area.addEventListener('scroll', update, { signal });
  signal.addEventListener('abort', () => {
    style.removeProperty('--_height');
    style.removeProperty('--_top');
    panel.removeAttribute('data-low');
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
    if (globalThis.visualViewport) fitAboveKeyboard(globalThis.visualViewport, element, signal);
    return () => aborter.abort();
  }, [panel]);
  return null;
}
