// npm run scenarios -- DIR: every scenario file of a folder against the real client on a virtual clock.
// npm run scenarios -- --browser DIR: the same against the widget in Chromium, as `npm run build` has made it.
// With --only ID, one scenario; with --needed, those that cannot be played without a browser.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, provideBrowser } from '../browsers/browser.ts';
import { mayInstall } from '../programs.ts';
import type { BrowserRun } from './engine/browser/run.ts';
import { type Entry, filesOf, readFile } from './engine/folder.ts';
import { HEADLESS } from './engine/headless/headless-browser.ts';
import { findUnknown, runScenario } from './engine/run.ts';
import type { Verdict } from './engine/scenario.ts';
import { measuredIn } from './engine/then/timing.ts';

const { values, positionals } = parseArgs({
  options: { browser: { type: 'boolean' }, needed: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
});
const isInBrowser = values.browser === true;
const PAGES = 3;
const own = join(import.meta.dirname, 'scenarios');
const folder = resolve(positionals[0] ?? own);
if (isInBrowser && !provideBrowser(mayInstall(findBrowser() !== undefined))) process.exit(1);

interface Disputed {
  readonly id: string;
  readonly reason: string;
}

/** Scenarios that contradict docs/protocol.md: this project's list and the folder's own. */
const disputed = new Map<string, string>(
  [...new Set([own, folder])]
    .map((parent) => join(parent, 'disputed.json'))
    .filter((path) => existsSync(path))
    .flatMap((path): Disputed[] => JSON.parse(readFileSync(path, 'utf8')))
    .map(({ id, reason }) => [id, reason]),
);
const needsBrowser = ({ scenario }: Entry) => !scenario || findUnknown(scenario, HEADLESS) !== undefined;
const entries = filesOf(folder)
  .flatMap(readFile)
  .filter((entry) => values.only === undefined || entry.id === values.only)
  .filter((entry) => !values.needed || needsBrowser(entry));

/** Creates the runner. */
async function createRun(): Promise<Pick<BrowserRun, 'run' | 'dispose'>> {
  if (isInBrowser) {
    const { startBrowserRun } = await import('./engine/browser/run.ts');
    return startBrowserRun(findBrowser());
  }
  return {
    run: async (scenario) => ({ verdict: await runScenario(scenario), where: 'headless' }),
    dispose: async () => {},
  };
}

/** The text after the id and the verdict. */
function detailsOf(verdict: Verdict): string {
  if (verdict.is === 'FAIL') return verdict.failures.join('; ');
  if (verdict.is === 'unsupported') return verdict.step;
  return verdict.unused ? `unused answers: ${verdict.unused.join(', ')}` : '';
}

const counts = { ok: 0, FAIL: 0, unsupported: 0, disputed: 0 };

function report(id: string, verdict: Verdict, isHeadless = false): void {
  const reason = disputed.get(id);
  const is = reason === undefined ? verdict.is : 'disputed';
  counts[is] += 1;
  const details = [
    reason === undefined ? '' : `${reason} – ${verdict.is}`,
    detailsOf(verdict).replaceAll(/\s*\n\s*/g, ' '),
    isHeadless ? '(headless)' : '',
  ];
  console.log([`${id} ${is}`, ...details].filter((part) => part !== '').join('  '));
}

const { run, dispose } = await createRun();

/** Resolves to the verdict, and whether no page could show what is checked. */
async function judge({ scenario, unreadable }: Entry): Promise<readonly [Verdict, boolean?]> {
  if (scenario === undefined) return [{ is: 'unsupported', step: unreadable ?? '' }];
  try {
    const { verdict, where } = await run(scenario);
    return [verdict, isInBrowser && where === 'headless'];
  } catch (error) {
    return [{ is: 'FAIL', failures: [error instanceof Error ? error.message : String(error)] }];
  }
}

/** Pages mostly wait, so several are open at once; one whose times are measured has the machine for itself. */
const isAlone = ({ scenario }: Entry) =>
  !isInBrowser || (scenario !== undefined && measuredIn(scenario.then).length > 0);
const [alone, together] = [entries.filter(isAlone), entries.filter((entry) => !isAlone(entry))];
for (const [lanes, queue] of [
  [PAGES, together],
  [1, alone],
] as const) {
  const waiting = queue.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const entry of waiting) report(entry.id, ...(await judge(entry)));
    }),
  );
}
await dispose();
console.log(
  Object.entries(counts)
    .map(([is, count]) => `${count} ${is}`)
    .join(', '),
);
process.exit(counts.ok > 0 && counts.ok === entries.length ? 0 : 1);
