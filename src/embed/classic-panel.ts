import { mountPanel } from './panel.ts';

// Read by `loadClassicPanel`.
Object.assign(document.currentScript as HTMLScriptElement, { mountPanel });
