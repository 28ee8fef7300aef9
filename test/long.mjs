// npm run test:long: the tests whose size is a setting, at the size of npm run test:full.
import { spawnSync } from 'node:child_process';

const SIZES = { MODEL_RUNS: '20000', CORRUPTED_FRAMES: '200000', CORPUS_STEP: '1', FUZZED_REQUESTS: '5000' };
const FILES = [
  '.full.test.ts',
  'test/chat/model.test.ts',
  'test/emulator/hosts/messaging/socket-limits',
  'test/relay/admin/openapi-fuzz',
  'test/widget/hostile/markdown.long',
  'test/widget/hostile/views.long',
];

const { status } = spawnSync('npx', ['vitest', 'run', ...FILES, ...process.argv.slice(2)], {
  env: { ...SIZES, ...process.env },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
