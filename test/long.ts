// npm run test:long: the tests whose size is a setting, at full size.
// npm run test:long -- FILE …: only those of these files.
import { spawnSync } from 'node:child_process';

const SIZES = {
  MODEL_RUNS: '20000',
  SIZE_SHARE: '1',
  SCENARIO_SEEDS: '50',
  CORRUPTED_FRAMES: '200000',
  CORPUS_STEP: '1',
  BOUNDARY_STEP: '1',
  FUZZED_REQUESTS: '5000',
};
const FILES = [
  '.full.test.ts',
  'test/chat/model.test.ts',
  'test/emulator/conversations/entities',
  'test/emulator/conversations/projection',
  'test/emulator/desk/actions',
  'test/emulator/hosts/messaging/socket-limits',
  'test/emulator/hosts/rest/conversation-pages',
  'test/emulator/hosts/rest/fuzz',
  'test/emulator/openapi/boundary-values',
  'test/relay/admin/bad-input',
  'test/relay/admin/openapi-fuzz',
  'test/relay/socket/exactly-once',
  'conformance/scenarios.test.ts',
  'test/widget/hostile/floods',
  'test/text/hostile/markdown.long',
  'test/widget/hostile/views.long',
  'test/widget/hostile/vnode-json',
  'test/text/markdown-properties',
];

const args = process.argv.slice(2);
const hasFiles = args[0]?.startsWith('-') === false;
const { status } = spawnSync('npx', ['vitest', 'run', ...(hasFiles ? [] : FILES), ...args], {
  env: { ...SIZES, ...process.env },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
