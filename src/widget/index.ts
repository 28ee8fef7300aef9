import { h, render } from 'preact';
import { Panel } from './panel.tsx';
import { type Scope, ScopeProvider } from './scope.ts';

export { createUi, type Extras, type Scope } from './scope.ts';

/** Draws the panel into `stage` while it is open, and nothing while it is closed. Returns what takes it away. */
export function renderPanel(stage: Element, scope: Scope): () => void {
  const stop = scope.ui.isOpen.subscribe((isOpen) => {
    render(isOpen ? h(ScopeProvider, { value: scope }, h(Panel, null)) : null, stage);
  });
  return () => {
    stop();
    render(null, stage);
  };
}
