import '../text/limit-rendered-text.ts';
import '../ui/theme.css';
import { render } from 'preact';
import { systemClock } from '../base/clock.ts';
import { App } from './app.tsx';
import { createStore } from './store.ts';
import './desk.css';

const root = document.querySelector('#desk');
const ports = { clock: systemClock(), fetch: window.fetch.bind(window) };
if (root) render(<App store={createStore(ports)} />, root);
