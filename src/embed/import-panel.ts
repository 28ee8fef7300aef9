import type { PanelModule } from './panel-port.ts';

/** The panel's file, relative to the script's own address; put in by the build. */
declare const __FOYER_PANEL__: string;

/** Loads the panel from where `script` came from; another attempt has another address, because browsers remember failed ones. */
export const importPanel = (script: HTMLScriptElement, attempt: number): Promise<PanelModule> =>
  import(/* @vite-ignore */ new URL(`${attempt || '.'}/${__FOYER_PANEL__}`, script.src).href);
