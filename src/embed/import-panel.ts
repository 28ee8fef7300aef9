import type { OptionIssue } from '../widget/options.ts';
import { OPTIONS } from './attributes.ts';
import type { PanelModule } from './panel-port.ts';

/** Files that the script loads, relative to its URL. Set by the build. */
declare const __FOYER_PANEL__: string;
declare const __FOYER_EXPLAIN__: string;

const importFile = <Module>({ src }: HTMLScriptElement, file: string): Promise<Module> =>
  import(/* @vite-ignore */ new URL(file, src).href);

/** Loads the panel from the origin of `script`. Each attempt has another URL, because browsers cache failed imports. */
export const importPanel = (script: HTMLScriptElement, attempt: number): Promise<PanelModule> =>
  importFile(script, `${attempt || '.'}/${__FOYER_PANEL__}`);

/** Says on the console which options cannot be used: at once, since the page's owner may never open the chat. */
export function explainIssues(script: HTMLScriptElement, issues: readonly OptionIssue[]): void {
  if (!issues[0]) return;
  importFile<typeof import('./explain-options.ts')>(script, `./${__FOYER_EXPLAIN__}`).then(
    ({ explainOptions }) => explainOptions(OPTIONS, issues),
    () => {},
  );
}
