import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtPackage, PACKAGES, run } from './project.ts';

const root = resolve(import.meta.dirname, '../..');
const URL_OF_PROJECT = 'https://github.com/foyer-chat/foyer';

describe.each(PACKAGES)('%s', (name) => {
  const folder = builtPackage(name);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const manifest = JSON.parse(read('package.json'));

  it('the manifest names its owner, its source and where to report', () => {
    const { repository, homepage, bugs, author, license, publishConfig } = manifest;
    expect({ repository, homepage, bugs, author, license, publishConfig }).toEqual({
      repository: { type: 'git', url: `git+${URL_OF_PROJECT}.git` },
      homepage: `${URL_OF_PROJECT}#readme`,
      bugs: { url: `${URL_OF_PROJECT}/issues` },
      author: 'The Foyer authors',
      license: 'MIT',
      // S-97: npm refuses to publish without a signed statement of the build.
      publishConfig: { access: 'public', provenance: true },
    });
    expect(read('LICENSE')).toContain('The Foyer authors');
    expect(read('THIRD-PARTY-LICENSES.md')).toMatch(/## preact - .*\(MIT\)/);
  });

  it('the changelog has a heading for the version', () => {
    expect(read('CHANGELOG.md')).toMatch(
      new RegExp(`^## \\[${manifest.version.replaceAll('.', '\\.')}\\]`, 'm'),
    );
  });

  it('every link leads to a file that exists', () => {
    const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const broken = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)]
        .filter(([, path = '']) => !existsSync(join(folder, dirname(file), path)))
        .map(([, path]) => `${file}: ${path}`),
    );
    expect(documents).toContain('README.md');
    expect(broken).toEqual([]);
  });
});

it('foyer-chat has no dependencies, and foyer-relay has exact ones', () => {
  const [chat, relay] = PACKAGES.map((name) =>
    JSON.parse(readFileSync(join(builtPackage(name), 'package.json'), 'utf8')),
  );
  expect([chat.dependencies, chat.optionalDependencies]).toEqual([undefined, undefined]);
  expect(Object.values({ ...relay.dependencies, ...relay.optionalDependencies })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\d+\.\d+\.\d+$/)]),
  );
  expect(Object.keys(relay.optionalDependencies)).toEqual(['libsql']);
});

it('the root cannot be packed', () => {
  const { status, stderr } = run('npm', ['pack', '--dry-run'], root);
  expect(status).not.toBe(0);
  expect(stderr).toContain('unable to pack the root; see npm run release');
});
