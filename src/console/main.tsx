import '../text/limit-rendered-text.ts';
import '../ui/theme.css';
import './console.css';
import { render } from 'preact';
import { systemClock } from '../base/clock.ts';
import { App } from './app.tsx';

const root = document.querySelector<HTMLElement>('#console');
if (root)
  render(
    <App
      clock={systemClock()}
      fetch={window.fetch.bind(window)}
      hasOidc={root.dataset['oidc'] !== undefined}
    />,
    root,
  );
