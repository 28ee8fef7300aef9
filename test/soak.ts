// npm run soak -- [--runs 20000] [--seed 1]: the model of unreliable connections, at any size. A failure prints its seed and
// the shortest conversation that fails; the same seed plays the same conversations again. Without a seed it plays new ones.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const isWhole = (text: string) => /^\d{1,9}$/.test(text);

function readOptions() {
  const options = { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } } as const;
  try {
    const { runs, seed = String(randomInt(1e9)) } = parseArgs({ options }).values;
    if (!isWhole(runs) || Number(runs) === 0) throw new Error('--runs must be a positive integer');
    if (!isWhole(seed)) throw new Error('--seed must be an integer of at most 9 digits');
    return { MODEL_RUNS: runs, MODEL_SEED: seed };
  } catch (error) {
    process.stderr.write(`unable to start; ${(error as Error).message}\n`);
    process.exit(1);
  }
}

const env = { ...process.env, ...readOptions() };
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', 'test/chat/model.test.ts'], {
  env,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
