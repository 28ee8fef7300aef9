import { computed, type ReadonlySignal } from '@preact/signals';
import { h, render } from 'preact';
import { Panel } from './panel.tsx';
import { type Scope, ScopeProvider } from './scope.ts';

export { createUi, type Extras, type Occasional, type Scope } from './scope.ts';
export { createWords } from './words.ts';

/** Draws the panel into `stage` while it is open and has its words, else nothing. Returns what takes it away. */
export function renderPanel(stage: Element, scope: Scope, isReady: ReadonlySignal<boolean>): () => void {
  const isShown = computed(() => scope.ui.isOpen.value && isReady.value);
  const stop = isShown.subscribe((it) => {
    render(it ? h(ScopeProvider, { value: scope }, h(Panel, null)) : null, stage);
  });
  return () => {
    stop();
    render(null, stage);
  };
}
