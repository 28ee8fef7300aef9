import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { type Cut, lean } from '../../build/lean.ts';

const LIBRARY = `
export function greet(name, isLoud) {
  if (isLoud) {
    // A bracket } in a comment, and one in a text, end nothing.
    return 'HELLO }' + name;
  }
  return 'hello ' +
    name;
}`;

const USE = `import { greet } from '/node_modules/greeting/index.js';`;

/** The code of an entry that uses the library, without the cuts. */
async function built(cuts: readonly Cut[], entry = `${USE} console.log(greet('Ava'));`) {
  const files: Record<string, string> = {
    '/src/widget/entry.js': entry,
    '/node_modules/greeting/index.js': LIBRARY,
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: '/src/widget/entry.js' },
    },
    plugins: [
      lean([{ name: 'greeting', files: { 'greeting/index.js': cuts }, without: /\bshout\b/ }]),
      {
        name: 'files',
        enforce: 'pre',
        resolveId: (id) => (id in files ? id : null),
        load: (id) => files[id],
      },
    ],
  });
  return (result as Rolldown.RolldownOutput).output[0].code;
}

it('takes a statement with all that its bracket opens, and puts what is left together', async () => {
  const code = await built([['if (isLoud) {'], [', isLoud'], ["'hello ' + name", 'name']]);
  expect(code.match(/function[\s\S]*?}/)?.[0].replace(/\s+/g, ' ')).toBe(
    'function greet(name) { return name; }',
  );
});

it('ends the build when there is nothing to cut any more', async () => {
  await expect(built([['if (isQuiet) {']])).rejects.toThrow(
    'greeting/index.js has no longer: if (isQuiet) {',
  );
});

it('ends the build when our own code uses what is cut', async () => {
  await expect(built([[', isLoud']], `${USE} console.log(greet('Ava', 'shout'));`)).rejects.toThrow(
    '/src/widget/entry.js uses shout, which is cut out of greeting',
  );
});

it('ends the build when a file is not part of it any more', async () => {
  await expect(built([[', isLoud']], 'console.log(1);')).rejects.toThrow(
    'greeting/index.js is no longer part of the build',
  );
});
