// npm run test:e2e: the browser tests of `npm test`. Needs `npm run build`.
// npm run test:e2e -- --project firefox --project oldest-chrome keyboard: other projects, and of these only files with that name.
// Provides the browsers that the projects need. Everything else is for Playwright.
import { spawnSync } from 'node:child_process';
import {
  findBrowser,
  findFirefox,
  hasWebKit,
  provideBrowser,
  provideFirefox,
  provideWebKit,
} from '../test/browsers/browser.ts';
import { mayInstall } from '../test/programs.ts';
import { provideOldestChrome } from './oldest-chrome.ts';

const chromium = () => provideBrowser(mayInstall(findBrowser() !== undefined));
const firefox = () => provideFirefox(mayInstall(findFirefox() !== undefined));

/** Providers by project. All other projects run in Chromium. */
const PROVIDERS: Readonly<Record<string, () => boolean>> = {
  firefox,
  'engine-firefox': firefox,
  'engine-webkit': () => provideWebKit(mayInstall(hasWebKit())),
  'oldest-chrome': provideOldestChrome,
};
const DEFAULT_PROJECTS = ['e2e'];

const args = process.argv.slice(2).filter((arg) => arg !== '--install');
const named: string[] = [];
const others: string[] = [];
for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
  if (arg === '--project') named.push(args.shift() ?? '');
  else if (arg.startsWith('--project=')) named.push(arg.slice('--project='.length));
  else others.push(arg);
}
const projects = named.length > 0 ? named : DEFAULT_PROJECTS;

const providers = new Set(projects.map((name) => PROVIDERS[name] ?? chromium));
// All of them, so that everything that is missing is said at once.
const isProvided = [...providers].map((provide) => provide()).every(Boolean);
if (!isProvided) process.exit(1);

const { status } = spawnSync(
  'npx',
  [
    ...['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    // With `=`: otherwise Playwright takes the names of files for further projects.
    ...projects.map((name) => `--project=${name}`),
    ...others,
  ],
  { stdio: 'inherit', shell: process.platform === 'win32' },
);
process.exit(status ?? 1);
