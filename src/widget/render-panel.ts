import { computed, type ReadonlySignal } from '@preact/signals';
import { type FunctionComponent, h, render } from 'preact';
import { type WidgetContext, WidgetProvider } from './context/widget-context.ts';
import { Panel } from './shell/panel.tsx';

/** Duration of the closing animation: the panel shrinks into the launcher's corner. */
const CLOSE_MS = 140;

/** Starts the closing animation. Returns false if there is none: in a container, and with reduced motion. */
function leave(panel: HTMLElement): boolean {
  if (getComputedStyle(panel).animationName === 'none') return false;
  panel.inert = true;
  panel.animate(
    { opacity: [1, 0], scale: [1, 0.94], translate: ['0', '0 8px'] },
    { duration: CLOSE_MS, easing: 'ease-in', fill: 'forwards' },
  );
  return true;
}

/**
 * Renders into `mountPoint`: the panel while it is open and its strings have loaded, else the preview of an unread message or the
 * page's prompt. Returns a dispose function.
 */
export function renderPanel(
  mountPoint: Element,
  context: WidgetContext,
  isReady: ReadonlySignal<boolean>,
): () => void {
  const View = computed(() => {
    if (context.ui.isOpen.value) return isReady.value && Panel;
    const hasBubble = context.ui.preview.value || context.ui.prompt.value;
    return hasBubble && context.lazy.value && context.seldom.value?.LauncherBubble;
  });
  let shown: FunctionComponent | null = null;
  let cancelLeaving: (() => void) | null = null;

  function show(): void {
    cancelLeaving = null;
    shown = View.peek() || null;
    render(shown && h(WidgetProvider, { value: context }, h(shown, null)), mountPoint);
  }

  function clear(): void {
    cancelLeaving?.();
    render(null, mountPoint);
  }

  const stop = View.subscribe((view) => {
    const panel = mountPoint.querySelector<HTMLElement>('.panel');
    if (cancelLeaving && view !== Panel) return;
    // Reopened while it closes: a new panel takes the focus.
    if (cancelLeaving) clear();
    else if (panel && shown === Panel && leave(panel)) {
      cancelLeaving = context.clock.after(CLOSE_MS, show);
      return;
    }
    show();
  });
  return () => {
    stop();
    clear();
  };
}
