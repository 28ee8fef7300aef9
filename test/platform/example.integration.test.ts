import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as platform from '../../src/platform/index.ts';
import { json } from '../relay/support/upstream.ts';
import { RULE } from './fixtures/alerts.ts';
import { useFakeHost } from './support/fake-host.ts';

const open = useFakeHost();
const exported = new Map<string, unknown>(Object.entries(platform));

it('the example of the documentation runs', async () => {
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/platform.md', 'utf8')) ?? [];
  const [, names = '', body = ''] =
    /^import \{(.*?)\} from 'foyer-relay\/platform';\n([\s\S]*)$/.exec(example) ?? [];
  const host = await open();
  host.reply(
    json(201, RULE),
    json(200, { conversations: [{ id: 'CA1' }], cursor: 'next' }),
    json(200, { conversations: [{ id: 'CA2' }], cursor: null }),
  );
  const printed: unknown[] = [];
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = AsyncFunction(
    names,
    'process',
    'console',
    body.replace(/https:\/\/[\w.-]+PLATFORM/g, host.url),
  );
  await run(
    ...names.split(',').map((name) => exported.get(name.trim())),
    { env: { FOYER_BASE_API_KEY: 'key-1', FOYER_PLATFORM_API_KEY: 'key-2' } },
    { log: (item: unknown) => printed.push(item) },
  );
  expect(printed).toEqual([RULE.id, 'CA1', 'CA2']);
  expect(host.received.map(({ headers }) => headers['x-api-key'])).toEqual(['key-1', 'key-2', 'key-2']);
});
