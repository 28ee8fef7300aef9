import { defineFoyerElement } from 'foyer-chat';
import { createApp } from 'vue';
import '../../base.css';
import App from './app.vue';

const relay =
  import.meta.env.VITE_RELAY ??
  document.querySelector<HTMLMetaElement>('meta[name="foyer-relay"]')?.content ??
  '';

defineFoyerElement();
createApp(App, { relay }).mount('#app');
