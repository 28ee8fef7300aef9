import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Notice } from './parts/states.tsx';
import { WORDS } from './words.ts';

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType }
  | { readonly status: 'failed' };

interface LaterPage {
  readonly state: ReadonlySignal<Loading>;
  load(): void;
}

function createLaterPage(read: () => Promise<ComponentType>): LaterPage {
  const state = signal<Loading>({ status: 'loading' });
  return {
    state,
    load() {
      if (state.peek().status === 'ready') return;
      read().then(
        (component) => {
          state.value = { status: 'ready', component };
        },
        () => {
          state.value = { status: 'failed' };
        },
      );
    },
  };
}

/** A page whose script is loaded when the page is opened. */
export function later(read: () => Promise<ComponentType>): ComponentType {
  const page = createLaterPage(read);
  return function Later() {
    useEffect(page.load, []);
    const { value } = page.state;
    switch (value.status) {
      case 'loading':
        return (
          <div class="remote" aria-busy="true">
            <div class="progress" />
          </div>
        );
      case 'ready':
        return <value.component />;
      case 'failed':
        // Most likely the relay has another version now, which has no script of this name.
        return (
          <Notice text={WORDS.states.notLoaded}>
            <button type="button" onClick={() => location.reload()}>
              {WORDS.states.reloadPage}
            </button>
          </Notice>
        );
    }
  };
}
