import type { PanelModule } from './panel-port.ts';

/** The panel's file, relative to the URL of the script. Set by the build. */
declare const __FOYER_PANEL__: string;

/**
 * Loads the panel from the origin of `script`, or another `file` that exports it. Each attempt has another URL, because
 * browsers cache failed imports.
 */
export const importPanel = (
  { src }: HTMLScriptElement,
  attempt: number,
  file = __FOYER_PANEL__,
): Promise<PanelModule> => import(/* @vite-ignore */ new URL(`${attempt || '.'}/${file}`, src).href);
