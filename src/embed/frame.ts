import { createInertApi, isSupported } from './floor.ts';
import { installFrame } from './frame-page.ts';
import { importPanel, rareOf } from './import-panel.ts';

const { src } = document.currentScript as HTMLScriptElement;

if (isSupported()) installFrame(src, (attempt) => importPanel([src], attempt), rareOf([src]));
else createInertApi();
