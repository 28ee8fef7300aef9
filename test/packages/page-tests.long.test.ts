import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkplace, type Project, type Workplace } from './project.ts';

/** Runs the code of "Testing your page" as a project that has the packed package does. Asks an npm registry for the runners. */

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/testing-your-page.md'), 'utf8');
const RUNNERS = [
  'vitest@4',
  'happy-dom',
  'jsdom',
  'jest@30',
  'jest-environment-jsdom@30',
  '@babel/preset-env@7',
];

let workplace: Workplace;
let project: Project;
beforeAll(() => {
  workplace = createWorkplace();
  project = workplace.project('page-tests');
  project.install(['foyer-chat', ...RUNNERS]);
  project.write('jest.config.js', blockWith('module.exports'));
});
afterAll(() => workplace.dispose());

/** The block of code of the document that contains a text. */
function blockWith(text: string): string {
  const block = [...PAGE.matchAll(/^```[jt]s\n(.*?)^```$/gms)].find(([, code]) => code?.includes(text));
  if (!block?.[1]) throw new Error(`the document has no code with ${text}`);
  return block[1];
}

/** A test of the code that fails if anything else than `printed` is on the console, where jsdom reports uncaught errors. */
const asTest = (code: string, environment: string, steps: string, printed: readonly string[] = []): string =>
  `
  /** @jest-environment ${environment} */
  ${code.match(/^import .*\n/gm)?.join('')}
  test('the code of the document', async () => {
    const printed = [];
    for (const name of ['log', 'warn', 'error']) console[name] = (...args) => printed.push(args.join(' '));
    ${code.replace(/^import .*\n/gm, '').replace(/^\/\/ … the test$|$(?![\s\S])/m, steps)}
    expect(printed).toEqual(${JSON.stringify(printed)});
  });`.trim();

const ANSWERED = `
  await new Promise((next) => chat.on('message', ({ text }) => text === 'You asked: Where is my order?' && next()));
  chat.dispose();`;

const WORKS = `
  platform.onMessage(() => platform.reply('Your order left today.'));
  const answer = new Promise((next) => chat.on('message', ({ author, text }) => author === 'agent' && next(text)));
  expect([await chat.open(), await chat.send('Where is my order?')]).toEqual([true, 'sent']);
  expect(await answer).toBe('Your order left today.');
  expect(document.querySelector('foyer-chat').shadowRoot.textContent).toContain('Your order left today.');`;

const IS_INERT = `
  expect([await chat.open(), await chat.send('Where is my order?')]).toEqual([false, 'cancelled']);`;

const PROGRAMS = { Vitest: ['vitest/vitest.mjs', 'run', '--globals'], Jest: ['jest/bin/jest.js'] };

it.each([
  ['Vitest', 'happy-dom', WORKS, []],
  ['Vitest', 'jsdom', IS_INERT, ['foyer: browser too old']],
  ['Jest', 'jsdom', IS_INERT, ['foyer: browser too old']],
] as const)('the code of the document runs in %s with %s', (runner, environment, steps, printed) => {
  project.write('client.test.js', asTest(blockWith("from 'foyer-chat/client'"), 'node', ANSWERED));
  project.write('page.test.js', asTest(blockWith("from 'foyer-chat';"), environment, steps, printed));
  const [file = '', ...options] = PROGRAMS[runner];
  const program = [join('node_modules', file), ...options];
  const { status, stdout, stderr } = project.run(process.execPath, program, { NO_COLOR: '1' });
  expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/Tests:? +2 passed/)]);
});
