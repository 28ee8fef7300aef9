import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import { expect, test } from './fixtures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The first block of code of a page in docs/. */
function exampleOf(page: string): string {
  const found = /```ts\n(.*?)```/s.exec(readFileSync(`${root}docs/${page}`, 'utf8'))?.[1];
  if (!found) throw new Error(`docs/${page} has no example`);
  return found;
}

test('the example of docs/client.md runs in Node', async ({ demo }) => {
  // Node 20 runs no types.
  const { code: example } = await transformWithOxc(exampleOf('client.md'), 'example.ts');
  const code = example
    .replaceAll('https://RELAY', demo.relayUrl)
    .replaceAll('https://YOUR-SITE', demo.siteUrl);
  const node = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    // A package can import itself by its name.
    cwd: `${root}dist/foyer-chat`,
  });
  let output = '';
  node.stdout.on('data', (text) => {
    output += text;
  });
  node.stderr.pipe(process.stderr);
  const status = await new Promise((ended) => node.on('exit', ended));
  // The process exits by itself: no timer or socket keeps it alive.
  expect({ status, output }).toEqual({
    status: 0,
    output: expect.stringMatching(/^user: How long does delivery take\?$[\s\S]*^agent: .*days/m),
  });
});
