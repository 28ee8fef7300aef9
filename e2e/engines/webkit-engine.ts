import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { type Engine, WINDOW } from './engine-page.ts';
import { startSession, type WebDriverSession } from './webdriver.ts';
import { createPages } from './webdriver-page.ts';
import { startWebKit, type WebKitDriver } from './webkit-process.ts';

const HANGS_IN_MS = 300_000;
/** A browser starts in two seconds. On a busy machine one start of hundreds hangs. */
const START_HANGS_IN_MS = 60_000;
const START_ATTEMPTS = 3;

/** WebKit, driven by its own W3C driver: it has no interception of requests and no emulation. */
export async function startWebKitEngine(): Promise<Engine> {
  const webkit = await startWebKit();
  let driver: WebKitDriver | undefined;
  const closeWindows = async () => {
    await driver?.stop();
    driver = undefined;
  };

  async function start(attempt = 1): Promise<WebDriverSession> {
    // A driver of its own for each browser: what is left of the one before cannot disturb it.
    driver = await webkit.startDriver();
    try {
      return await startSession(driver.url, { startsInMs: START_HANGS_IN_MS, runsInMs: HANGS_IN_MS });
    } catch (error) {
      await closeWindows();
      if (attempt === START_ATTEMPTS) throw new Error(`unable to start the driver of WebKit; ${error}`);
      console.log(`WebKit did not start (${error}); this was attempt ${attempt}`);
      return start(attempt + 1);
    }
  }

  return {
    async open() {
      const session = await start();
      const window = await session.get<string>('window');
      const page = createPages(session, (save) => downloadTo(webkit.downloads, save))({ window });
      await page.resize(WINDOW.width, WINDOW.height);
      return page;
    },
    closeWindows,
    async quit() {
      await closeWindows();
      await webkit.stop();
    },
  };
}

/** Text of the web page that is saved in the folder. The browser writes a part of it first. */
async function downloadTo(folder: string, start: () => Promise<void>): Promise<string> {
  const before = new Set(await readdir(folder));
  let text = '';
  const read = async () => {
    const name = (await readdir(folder)).find((name) => !before.has(name) && name.endsWith('.html'));
    text = name === undefined ? '' : await readFile(join(folder, name), 'utf8');
    return text;
  };
  await start();
  await expect.poll(read, 'the saved page').toMatch(/<\/html>\s*$/);
  return text;
}
