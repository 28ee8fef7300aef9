/** What few pages need, in a file that only they load. */
export { explainOptions } from './explain-options.ts';
export { keepInPage } from './keep-in-page.ts';
export { riseAboveBars } from './rise-above-bars.ts';
