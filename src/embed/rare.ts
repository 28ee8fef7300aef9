import type * as browserAgent from './browser-agent.ts';
import type { explain as explainOptions } from './explain-options.ts';
import type { applyLauncherRules } from './launcher-rules.ts';
import { warn } from './warn.ts';

/** Features that few pages need, in a chunk of their own. */
export { keepInPage } from './keep-in-page.ts';
export { riseAboveBars } from './rise-above-bars.ts';

/** Loads what explains invalid options to their owner. */
export const explain = (...args: Parameters<typeof explainOptions>): void =>
  void import('./explain-options.ts').then((options) => options.explain(...args), warn);

/** Loads the rules of the launcher, which few sites have. */
export const applyRules = (...args: Parameters<typeof applyLauncherRules>): void =>
  void import('./launcher-rules.ts').then((rules) => rules.applyLauncherRules(...args), warn);

/** Loads the tools for the browser's agent, where the browser has one. */
export function offerTools(...args: Parameters<typeof browserAgent.offerTools>): void {
  if ('modelContext' in document)
    void import('./browser-agent.ts').then((agent) => agent.offerTools(...args), warn);
}
