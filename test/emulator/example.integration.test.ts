import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/index.ts';
import { onBase, onPlatform } from './hosts/rest/rest-calls.ts';

it('the example of the documentation runs: project settings, permissions, a handoff state and a failure', async () => {
  const text = readFileSync('docs/platform-emulator.md', 'utf8');
  const [, body = ''] =
    /```js\nimport \{ startEmulator \} from 'foyer-relay\/emulator';\n([\s\S]*?)```/.exec(text) ?? [];
  const answers: unknown[] = [];
  const start = async (options: EmulatorOptions): Promise<Emulator> => {
    const platform = await startEmulator(options);
    const close = async () => {
      const [base, limited] = [onBase(platform), onBase(platform, 'reads-no-recordings')];
      answers.push(
        (await base('GET', '/v1/alerts')).body,
        (await limited('GET', '/v1/agents/shop/audio-cache')).status,
        (await limited('GET', '/v1/agents/shop/conversations')).status,
        (await onPlatform(platform)('GET', '/v1/lumen-oak/shop/handoff_state?shared_id=s-1')).body,
      );
      await platform.close();
    };
    return { ...platform, close };
  };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await AsyncFunction('startEmulator', body)(start);
  expect(answers).toEqual([
    { message: 'Sync failure', errors: [] },
    403,
    200,
    { id: 'c-1', shared_id: 's-1', data: { order: '4711' } },
  ]);
});
