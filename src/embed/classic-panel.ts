import { mountPanel } from './panel.ts';

// Read by the module that loads this script.
Object.assign(document.currentScript as HTMLScriptElement, { mountPanel });
