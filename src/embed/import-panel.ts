import type { OptionIssue } from '../widget/context/options.ts';
import { OPTIONS } from './attributes.ts';
import type { PanelModule } from './panel-port.ts';
import type { UseRare } from './use-rare.ts';
import { warn } from './warn.ts';

/** Files that the script loads, relative to its URL. The build replaces them. */
const PANEL = 'FILE_panel';
const RARE = 'FILE_rare';

/**
 * Loads a file from the first of the URLs that has it: beside the script, then at the relay, for a script that was copied or
 * inlined.
 */
const importFile = <Module>(urls: readonly string[], file: string): Promise<Module> =>
  urls.reduce<Promise<Module>>(
    (loaded, url) => loaded.catch(() => import(/* @vite-ignore */ new URL(file, url).href)),
    Promise.reject(),
  );

/** Loads the panel. Each attempt has another URL, because browsers cache failed imports. */
export const importPanel = (urls: readonly string[], attempt: number): Promise<PanelModule> =>
  importFile(urls, `${attempt || '.'}/${PANEL}`);

/** Loads the chunk of rare features, and uses it. */
export const rareOf =
  (urls: readonly string[]): UseRare =>
  (use) =>
    void importFile<typeof import('./rare.ts')>(urls, RARE).then(use, warn);

/** Warns about invalid options on the console: at once, since the page's owner may never open the chat. */
export function explainIssues(useRare: UseRare, issues: readonly OptionIssue[]): void {
  if (issues[0]) useRare(({ explain }) => explain(OPTIONS, issues));
}
