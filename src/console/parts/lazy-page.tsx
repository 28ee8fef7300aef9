import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { WORDS } from '../words.ts';
import { Notice } from './states.tsx';

type Loading<Props> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType<Props> }
  | { readonly status: 'failed' };

interface LazyComponent<Props> {
  readonly state: ReadonlySignal<Loading<Props>>;
  load(): void;
}

function createLazyComponent<Props>(read: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const state = signal<Loading<Props>>({ status: 'loading' });
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

const Loading = () => (
  <div class="remote" aria-busy="true">
    <div class="progress" />
  </div>
);

/** The relay has probably been updated and no longer has a script of this name. */
const NotLoaded = () => (
  <Notice text={WORDS.states.notLoaded}>
    <button type="button" onClick={() => location.reload()}>
      {WORDS.states.reloadPage}
    </button>
  </Notice>
);

/** A component whose script is loaded on first use. `Missing` is shown until then, and if loading fails. */
export function lazy<Props extends object = Record<never, never>>(
  read: () => Promise<ComponentType<Props>>,
  Missing?: ComponentType<Props>,
): ComponentType<Props> {
  const component = createLazyComponent(read);
  return function LazyPage(props: Props) {
    useEffect(component.load, []);
    const { value } = component.state;
    switch (value.status) {
      case 'loading':
        return Missing ? <Missing {...props} /> : <Loading />;
      case 'ready':
        return <value.component {...props} />;
      case 'failed':
        return Missing ? <Missing {...props} /> : <NotLoaded />;
    }
  };
}
