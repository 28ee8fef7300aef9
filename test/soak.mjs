// npm run soak: the model of bad links, ten times as long as in npm test.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'node', 'test/chat/model'], {
  env: { ...process.env, MODEL_RUNS: process.env.MODEL_RUNS ?? '20000' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
