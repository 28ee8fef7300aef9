import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { WORDS } from '../words.ts';
import { Notice } from './states.tsx';

type Loading<Props> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType<Props> }
  | { readonly status: 'failed' };

interface LaterComponent<Props> {
  readonly state: ReadonlySignal<Loading<Props>>;
  load(): void;
}

function createLaterComponent<Props>(read: () => Promise<ComponentType<Props>>): LaterComponent<Props> {
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

/** A component whose script is loaded when it is needed. `Missing` stands for it until then, and if it cannot be loaded. */
export function later<Props extends object = Record<never, never>>(
  read: () => Promise<ComponentType<Props>>,
  Missing?: ComponentType<Props>,
): ComponentType<Props> {
  const it = createLaterComponent(read);
  return function Later(props: Props) {
    useEffect(it.load, []);
    const { value } = it.state;
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
