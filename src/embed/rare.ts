/** Features that few pages need, in a chunk of their own. */
export { explainOptions } from './explain-options.ts';
export { keepInPage } from './keep-in-page.ts';
export { riseAboveBars } from './rise-above-bars.ts';
