import { installFrame } from './frame-page.ts';
import type { PanelModule } from './panel-port.ts';

/** The panel's file, relative to the script's own address; put in by the build. */
declare const __FOYER_PANEL__: string;

const script = document.currentScript as HTMLScriptElement;

// The same lines as the loader's: a shared module would cost every stranger's page sixteen bytes.
installFrame(script, (attempt) => {
  const address = new URL(`${attempt || '.'}/${__FOYER_PANEL__}`, script.src);
  return import(/* @vite-ignore */ address.href) as Promise<PanelModule>;
});
