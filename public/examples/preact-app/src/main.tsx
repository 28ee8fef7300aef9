import { render } from 'preact';
import '../../base.css';
import { App } from './app';
import './app.css';

const relay =
  import.meta.env.VITE_RELAY ??
  document.querySelector<HTMLMetaElement>('meta[name="foyer-relay"]')?.content ??
  '';
const root = document.querySelector('#app');
if (root) {
  root.replaceChildren();
  render(<App relay={relay} />, root);
}
