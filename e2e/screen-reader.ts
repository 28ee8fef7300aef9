import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { build, type Rolldown } from 'vite';
import type { InPageScreenReader } from './screen-reader/in-page.ts';

const IN_PAGE = fileURLToPath(new URL('./screen-reader/in-page.ts', import.meta.url));

/** Builds the script for pages, in which the library brings code that asks for Node. */
async function buildInPage(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    build: { write: false, target: 'es2022', minify: false, lib: { entry: IN_PAGE, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const chunk = built?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('unable to build the screen reader');
  return chunk.code;
}

/** Built once for each worker. */
let script: Promise<string> | undefined;

/**
 * A virtual screen reader (`@guidepup/virtual-screen-reader`) that reads the widget in the page. A phrase is the role, the name
 * and the states of an element.
 */
export interface ScreenReader {
  /** All phrases of an element of the widget, in order. The default is the whole widget. */
  readAll(selector?: string): Promise<string[]>;
  /** All phrases from the visitor's cursor, which follows the focus, until it is there again. */
  readOn(): Promise<string[]>;
  /** Phrase at the visitor's cursor. */
  spoken(): Promise<string>;
  /** Moves the visitor's cursor to this phrase and presses the element. */
  press(phrase: string): Promise<void>;
  /** Texts that live regions have announced so far. */
  announcements(): Promise<readonly string[]>;
}

declare const screenReader: InPageScreenReader;

/** Phrases of the library that screen readers do not say: ends, and elements without a name whose content speaks for itself. */
const UNSPOKEN = /^end( of |, )|^(paragraph|strong|form|status)$/;
const spokenOnly = (phrases: readonly string[]) => phrases.filter((phrase) => !UNSPOKEN.test(phrase));

/** Starts the screen reader at the widget, which must be on the page. Its announcements are recorded from now on. */
export async function startScreenReader(page: Page): Promise<ScreenReader> {
  script ??= buildInPage();
  await page.evaluate(`(async () => {${await script}})()`);
  return {
    readAll: async (selector = '') =>
      spokenOnly(await page.evaluate((value) => screenReader.readAll(value), selector && ` ${selector}`)),
    readOn: async () => spokenOnly(await page.evaluate(() => screenReader.readOn())),
    spoken: () => page.evaluate(() => screenReader.spoken()),
    async press(phrase) {
      await page.evaluate((value) => screenReader.moveTo(value), phrase);
      await page.evaluate(() => screenReader.press());
    },
    announcements: () => page.evaluate(() => screenReader.announcements()),
  };
}
