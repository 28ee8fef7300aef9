import { installFrame } from './frame-page.ts';
import { importPanel } from './import-panel.ts';

const script = document.currentScript as HTMLScriptElement;

installFrame(script, (attempt) => importPanel(script, attempt));
