import { computed, type ReadonlySignal } from '@preact/signals';
import { h, render } from 'preact';
import { type Scope, ScopeProvider } from './scope.ts';
import { Panel } from './shell/panel.tsx';

/**
 * Renders into `mountPoint`: the panel while it is open and its strings have loaded, else the preview of an unread message or the
 * page's prompt. Returns a dispose function.
 */
export function renderPanel(mountPoint: Element, scope: Scope, isReady: ReadonlySignal<boolean>): () => void {
  const View = computed(() => {
    if (scope.ui.isOpen.value) return isReady.value && Panel;
    return (scope.ui.preview.value || scope.ui.prompt.value) && scope.rest.value?.LauncherBubble;
  });
  const stop = View.subscribe((it) => {
    render(it ? h(ScopeProvider, { value: scope }, h(it, null)) : null, mountPoint);
  });
  return () => {
    stop();
    render(null, mountPoint);
  };
}
