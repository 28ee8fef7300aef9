import type { OptionIssue } from '../widget/options.ts';
import type { PanelModule } from './panel-port.ts';

/** The panel's file, relative to the URL of the script. Set by the build. */
declare const __FOYER_PANEL__: string;

/** The file that explains options, in the same way. */
declare const __FOYER_EXPLAIN__: string;

/**
 * Loads the panel from the origin of `script`, or another `file` that exports it. Each attempt has another URL, because
 * browsers cache failed imports.
 */
export const importPanel = (
  { src }: HTMLScriptElement,
  attempt: number,
  file = __FOYER_PANEL__,
): Promise<PanelModule> => import(/* @vite-ignore */ new URL(`${attempt || '.'}/${file}`, src).href);

/** Says on the console which options cannot be used: at once, since the page's owner may never open the chat. */
export function explainIssues({ src }: HTMLScriptElement, issues: readonly OptionIssue[]): void {
  if (issues.length === 0) return;
  import(/* @vite-ignore */ new URL(`./${__FOYER_EXPLAIN__}`, src).href).then(
    ({ explainOptions }: typeof import('../widget/shell/explain-options.ts')) => explainOptions(issues),
    () => {},
  );
}
