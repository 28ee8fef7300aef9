import { defineFoyerElement } from 'foyer-chat';
import { mount } from 'svelte';
import '../../base.css';
import App from './app.svelte';

const relay =
  import.meta.env.VITE_RELAY ??
  document.querySelector<HTMLMetaElement>('meta[name="foyer-relay"]')?.content ??
  '';
const target = document.querySelector('#app');

defineFoyerElement();
if (target) {
  target.replaceChildren();
  mount(App, { target, props: { relay } });
}
