import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../base.css';
import { App } from './app';
import './app.css';

const relay =
  import.meta.env.VITE_RELAY ??
  document.querySelector<HTMLMetaElement>('meta[name="foyer-relay"]')?.content ??
  '';
const root = document.querySelector('#app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App relay={relay} />
    </StrictMode>,
  );
}
