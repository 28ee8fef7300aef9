import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The first JavaScript block of a page of the documentation. */
function example(page: string): string {
  const found = /```js\n(.*?)```/s.exec(readFileSync(`${root}docs/${page}`, 'utf8'))?.[1];
  if (!found) throw new Error(`docs/${page} has no example`);
  return found;
}

test('the example of docs/client.md talks to the agent in Node as it stands', async ({ demo }) => {
  const code = example('client.md')
    .replaceAll('https://RELAY', demo.relayUrl)
    .replaceAll('https://YOUR-SITE', demo.siteUrl);
  const node = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
  let said = '';
  node.stdout.on('data', (text) => {
    said += text;
  });
  node.stderr.pipe(process.stderr);
  const status = await new Promise((ended) => node.on('exit', ended));
  // It ends by itself: nothing is left that would keep the process alive.
  expect({ status, said }).toEqual({
    status: 0,
    said: expect.stringMatching(/^user: How long does delivery take\?$[\s\S]*^agent: .*days/m),
  });
});
