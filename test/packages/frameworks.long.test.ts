import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { footprint } from '../../e2e/footprint.ts';
import { clearFaults, injectFault } from '../../e2e/platform-faults.ts';
import type { Demo } from '../../src/cli/demo.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../browsers/browser.ts';
import { createWorkplace, type Project, type Workplace } from './project.ts';

/**
 * Builds the example apps of frameworks that are not among the packages of this repository, with the frameworks that their
 * package.json names, and drives them in a browser. Asks an npm registry for the frameworks.
 */

const EXAMPLES = resolve(import.meta.dirname, '../../public/examples');

/** An installation of Angular alone takes minutes. */
const LIMIT_MS = 1_800_000;

/** Text of a component, a mistake in its place, and what the compiler says. */
const MISTAKES = [
  ['detail.count', 'detail.counts', "Property 'counts' does not exist"],
  ['foyer?.open()', 'foyer?.opened()', "Property 'opened' does not exist"],
  ['accent="#2f5d4e"', 'position="top"', `Type '"top"' is not assignable`],
] as const;

let workplace: Workplace;
let relay: Project;
let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  workplace = createWorkplace();
  relay = workplace.project('relay');
  relay.install(['foyer-relay']);
  const module = pathToFileURL(join(relay.folder, 'node_modules/foyer-relay/dist/node/demo.js')).href;
  const { startDemo }: typeof import('../../src/cli/demo.ts') = await import(module);
  demo = await startDemo({ emulator: { pace: { wordMs: 1, thinkingMs: 5 } }, logLevel: 'silent' });
  const executablePath = findBrowser();
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: BROWSER_ARGUMENTS });
}, LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
  workplace?.dispose();
}, LIMIT_MS);

/** The app in a folder beside `base.css`, installed with the packed package. */
function install(app: string): Project {
  const project = workplace.project(app);
  cpSync(join(EXAMPLES, 'base.css'), join(project.folder, '../base.css'));
  cpSync(join(EXAMPLES, app), project.folder, {
    recursive: true,
    filter: (path) => !/[\\/](?:dist|node_modules)$/.test(path),
  });
  project.install(['foyer-chat']);
  return project;
}

/** Runs a script of the app. Returns what it prints when it fails. */
const failureOf = (project: Project, script: string) => {
  const { status, stdout, stderr } = project.run('npm', ['run', '--silent', script]);
  return status === 0 ? undefined : stdout + stderr;
};

/** Checks the types as they are, and that they reveal mistakes about events, the API and attributes. */
function checkTypes(project: Project, file: string): void {
  expect(failureOf(project, 'check')).toBe(undefined);
  const right = readFileSync(join(project.folder, file), 'utf8');
  for (const [text, mistake, complaint] of MISTAKES.filter(([text]) => right.includes(text))) {
    project.write(file, right.replace(text, mistake));
    expect([mistake, failureOf(project, 'check')]).toEqual([mistake, expect.stringContaining(complaint)]);
  }
  project.write(file, right);
}

/** Builds the app into the site of the demo, as `npm run build` of this repository does with the other apps. */
function build(project: Project, app: string): void {
  expect(failureOf(project, 'build')).toBe(undefined);
  const site = join(relay.folder, 'node_modules/foyer-relay/public/examples', app, 'dist');
  cpSync(join(project.folder, 'dist'), site, { recursive: true });
}

/** Errors and policy violations of the page. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('console', (line) => {
    if (/Content Security Policy|Trusted/.test(line.text())) failures.push(line.text());
  });
  return failures;
}

async function visit(page: Page, app: string): Promise<void> {
  const chat = page.locator('foyer-chat');
  const agent = page.locator('[data-author="agent"]');
  const open = page.getByRole('button', { name: 'Ask about a visit' });
  const shown = page.getByRole('checkbox', { name: 'Chat on this page' });
  const say = async (text: string) => {
    await page.getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
  };
  await page.goto(`${demo.siteUrl}/examples/${app}/`);
  await chat.locator('.launcher').waitFor();
  await shown.uncheck();
  await expect.poll(() => chat.count()).toBe(0);
  const before = await footprint(page);

  await shown.check();
  await open.click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => agent.count()).toBe(1);
  await say('What are your opening hours?');
  await expect.poll(() => agent.count()).toBe(2);

  await page.getByRole('combobox', { name: 'Language of the chat' }).selectOption('de');
  await expect.poll(() => page.getByRole('dialog').getAttribute('lang')).toBe('de');
  await expect.poll(() => agent.count()).toBe(2);

  // An answer to a message that is sent only when the chat is closed.
  await injectFault(demo, { on: 'handshake', do: 'reset' });
  await injectFault(demo, { on: 'connection', do: 'cut' });
  await say('Where is my order 4711?');
  await page.getByRole('button', { name: 'Chat schließen' }).click();
  await clearFaults(demo);
  await expect.poll(() => open.textContent()).toMatch(/Ask about a visit\s*1/);
  await open.click();
  await expect.poll(() => open.textContent()).toMatch(/Ask about a visit\s*$/);
  await expect.poll(() => agent.count()).toBe(3);

  await shown.uncheck();
  await expect.poll(() => chat.count()).toBe(0);
  await expect.poll(() => demo.emulator.connections()).toBe(0);
  expect(await footprint(page)).toEqual(before);
}

it.each([
  ['vue-app', 'src/app.vue'],
  ['svelte-app', 'src/app.svelte'],
  ['angular-app', 'src/foyer-chat.ts'],
])(
  'the chat is part of the page of the %s while its component is there',
  async (app, file) => {
    const project = install(app);
    checkTypes(project, file);
    build(project, app);
    const page = await browser.newPage();
    const failures = failuresOf(page);
    await visit(page, app);
    expect(failures).toEqual([]);
    await page.close();
  },
  LIMIT_MS,
);
