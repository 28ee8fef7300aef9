import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../src/emulator/index.ts';
import { onBase, onPlatform } from './hosts/rest/rest-calls.ts';

/** Runs the example of the documentation that contains a text, and asks its platform before it is closed. */
async function runExample<T>(containing: string, ask: (platform: Emulator) => Promise<T>): Promise<T> {
  const text = readFileSync('docs/platform-emulator.md', 'utf8');
  const examples = [
    ...text.matchAll(/```js\nimport \{ startEmulator \} from 'foyer-relay\/emulator';\n([\s\S]*?)```/g),
  ];
  const body = examples.map(([, example = '']) => example).find((example) => example.includes(containing));
  const answers: T[] = [];
  const start = async (options: EmulatorOptions): Promise<Emulator> => {
    const platform = await startEmulator(options);
    const close = async () => {
      answers.push(await ask(platform));
      await platform.close();
    };
    return { ...platform, close };
  };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await AsyncFunction('startEmulator', body ?? '')(start);
  expect(answers).toHaveLength(1);
  return answers[0] as T;
}

it('the example of the documentation runs: project settings, permissions, a handoff state and a failure', async () => {
  const answers = await runExample('putHandoffState', async (platform) => {
    const [base, limited] = [onBase(platform), onBase(platform, 'reads-no-recordings')];
    return [
      (await base('GET', '/v1/alerts')).body,
      (await limited('GET', '/v1/agents/shop/audio-cache')).status,
      (await limited('GET', '/v1/agents/shop/conversations')).status,
      (await onPlatform(platform)('GET', '/v1/lumen-oak/shop/handoff_state?shared_id=s-1')).body,
    ];
  });
  expect(answers).toEqual([
    { message: 'Sync failure', errors: [] },
    403,
    200,
    { id: 'c-1', shared_id: 's-1', data: { order: '4711' } },
  ]);
});

it('the example of synthetic conversations runs, with handoffs because of the incident', async () => {
  const [count, reasons] = await runExample('incidents:', async (platform) => {
    const [start, end] = [20, 19].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
    const range = `start_time=${start}&end_time=${end}&limit=1000`;
    const { body } = await onPlatform(platform)('GET', `/v3/lumen-oak/shop/conversations?${range}`);
    const { conversations } = body as { conversations: { handoff_reason: string }[] };
    const all = await onBase(platform)('GET', '/v1/agents/shop/conversations?limit=1');
    return [
      (all.body as { count: number }).count,
      conversations.map((conversation) => conversation.handoff_reason),
    ] as const;
  });
  expect([count > 10_000, count < 20_000]).toEqual([true, true]);
  expect(reasons).toContain('slow_answers');
});
