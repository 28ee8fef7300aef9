import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { findWebKitDriver } from '../../test/browsers/browser.ts';
import { onPath } from '../../test/programs.ts';
import { freePort } from '../../test/support/free-port.ts';
import { isReady } from './webdriver.ts';

/** A display and a profile folder of its own: windows need no screen, and the clipboard is nobody else's. */
export interface WebKitProcess {
  /** Folder that the browser writes downloads to. */
  readonly downloads: string;
  startDriver(): Promise<WebKitDriver>;
  stop(): Promise<void>;
}

/** It can start one browser at a time. */
export interface WebKitDriver {
  readonly url: string;
  /** Ends the driver and its browser. */
  stop(): Promise<void>;
}

const XVFB = 'Xvfb';
const SCREEN = '1600x1200x24';

export async function startWebKit(): Promise<WebKitProcess> {
  const home = await mkdtemp(join(tmpdir(), 'foyer-webkit-'));
  const display = await startDisplay();
  const env = {
    DISPLAY: `:${display.number}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
  };
  return {
    downloads: home,
    startDriver: () => startDriver(env),
    async stop() {
      await display.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Ends a process and those that it has started, also if this one ends before. */
function stopper(child: ChildProcess) {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid);
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    kill();
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) await exited;
  };
}

/** Starts an X server, which chooses a free display. */
async function startDisplay() {
  const child = spawn(onPath(XVFB) ?? XVFB, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`unable to start the driver of WebKit; Xvfb ended with ${code}`)),
    );
    (child.stdio[3] as Readable).setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  return { number, stop: stopper(child) };
}

async function startDriver(env: Readonly<Record<string, string>>): Promise<WebKitDriver> {
  // The driver does not tell which port it chose itself.
  const port = await freePort();
  const child = spawn(findWebKitDriver() ?? 'WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.once('exit', (code) => {
    failure ??= new Error(`unable to start the driver of WebKit; it ended with ${code}`);
  });
  const stop = stopper(child);
  while (!(await isReady(url))) {
    if (failure) throw failure;
    await delay(20);
  }
  return { url, stop };
}
