// npm run scenarios -- DIR: every scenario file of a folder against the real client on a virtual clock.
// npm run scenarios -- --browser DIR: the same against the widget in Chromium, as `npm run build` has made it.
// With --only ID, one scenario.
import '../build/define.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, provideBrowser } from '../e2e/browser.mjs';
import { mayInstall } from '../test/programs.mjs';
import { filesOf, readFile } from './engine/folder.ts';
import { runScenario } from './engine/run.ts';

const { values, positionals } = parseArgs({
  options: { browser: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
});
const isInBrowser = values.browser === true;
const own = join(import.meta.dirname, 'scenarios');
const folder = resolve(positionals[0] ?? own);
if (isInBrowser && !provideBrowser(mayInstall(findBrowser() !== undefined))) process.exit(1);

/** Scenarios that contradict docs/protocol.md: this project's list and the folder's own. */
const disputed = new Map(
  [...new Set([own, folder].map((it) => join(it, 'disputed.json')))]
    .filter((path) => existsSync(path))
    .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')))
    .map(({ id, reason }) => [id, reason]),
);
const entries = filesOf(folder)
  .flatMap(readFile)
  .filter(({ id }) => values.only === undefined || id === values.only);

/** Creates the runner. `where` tells where a scenario was run. */
async function createRun() {
  if (isInBrowser) {
    const { startBrowserRun } = await import('./engine/browser/run.ts');
    return startBrowserRun(findBrowser());
  }
  return { run: async (scenario) => ({ verdict: await runScenario(scenario) }), dispose: async () => {} };
}

const counts = { ok: 0, FAIL: 0, unsupported: 0, disputed: 0 };

function report(id, verdict, where) {
  const reason = disputed.get(id);
  const is = reason === undefined ? verdict.is : 'disputed';
  counts[is] += 1;
  const unused = verdict.unused && `unused answers: ${verdict.unused.join(', ')}`;
  const found = verdict.is === 'FAIL' ? verdict.failures.join('; ') : (verdict.step ?? unused ?? '');
  const details = [
    reason === undefined ? '' : `${reason} – ${verdict.is}`,
    found.replaceAll(/\s*\n\s*/g, ' '),
    isInBrowser && where === 'headless' ? '(headless)' : '',
  ];
  console.log([`${id} ${is}`, ...details].filter((it) => it !== '').join('  '));
}

const { run, dispose } = await createRun();
for (const { id, scenario, unreadable } of entries) {
  if (unreadable !== undefined) {
    report(id, { is: 'unsupported', step: unreadable });
    continue;
  }
  const { verdict, where } = await run(scenario).catch((error) => ({
    verdict: { is: 'FAIL', failures: [String(error?.message ?? error)] },
  }));
  report(id, verdict, where);
}
await dispose();
console.log(
  Object.entries(counts)
    .map(([is, count]) => `${count} ${is}`)
    .join(', '),
);
process.exit(counts.ok > 0 && counts.ok === entries.length ? 0 : 1);
