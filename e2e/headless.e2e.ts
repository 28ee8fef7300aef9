import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The first JavaScript block of a page in docs/. */
function example(page: string): string {
  const found = /```js\n(.*?)```/s.exec(readFileSync(`${root}docs/${page}`, 'utf8'))?.[1];
  if (!found) throw new Error(`docs/${page} has no example`);
  return found;
}

test('the example of docs/client.md runs in Node unchanged', async ({ demo }) => {
  const code = example('client.md')
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
