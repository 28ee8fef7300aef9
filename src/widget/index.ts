import { computed, type ReadonlySignal } from '@preact/signals';
import { h, render } from 'preact';
import { Panel } from './panel.tsx';
import { type Scope, ScopeProvider } from './scope.ts';

export { createUi, type Extras, type Occasional, type Scope } from './scope.ts';
export { createWords } from './words.ts';

/** Draws the panel into `stage` while it is open and has its words, else what the page says. Returns what takes it away. */
export function renderPanel(stage: Element, scope: Scope, isReady: ReadonlySignal<boolean>): () => void {
  const View = computed(() => {
    if (scope.ui.isOpen.value) return isReady.value && Panel;
    return scope.ui.prompt.value && scope.occasional.value?.PromptBubble;
  });
  const stop = View.subscribe((it) => {
    render(it ? h(ScopeProvider, { value: scope }, h(it, null)) : null, stage);
  });
  return () => {
    stop();
    render(null, stage);
  };
}
