// npm run scenarios -- DIR: every scenario file of a folder against the real client on a virtual clock.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = resolve(process.argv[2] ?? here);
const { module } = await runnerImport(join(here, 'engine/run.ts'), { configFile: false, logLevel: 'error' });

const counts = { ok: 0, FAIL: 0, unsupported: 0 };
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()) {
  for (const scenario of JSON.parse(readFileSync(join(folder, file), 'utf8'))) {
    const verdict = await module
      .runScenario(scenario)
      .catch((error) => ({ is: 'FAIL', faults: [String(error)] }));
    counts[verdict.is] += 1;
    const detail = verdict.is === 'FAIL' ? verdict.faults.join('\n    ') : (verdict.step ?? '');
    console.log(`${scenario.id} ${verdict.is}${detail && `  ${detail}`}`);
  }
}
console.log(`${counts.ok} ok, ${counts.FAIL} FAIL, ${counts.unsupported} unsupported`);
process.exit(counts.ok > 0 && counts.FAIL + counts.unsupported === 0 ? 0 : 1);
