import { readFileSync } from 'node:fs';
import { resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/base/version.ts';

/** The names of Vite's own plugins begin with `vite:`, those of its bundler with `builtin:` or `native:`; Vitest is the test runner. */
const OF_VITE = /^(vite|vitest|builtin|native|rolldown|commonjs|alias)\b/;

describe('the build', () => {
  it('uses libraries as they are published: no alias, and one plugin that names our own files', async () => {
    const config = await resolveConfig({ logLevel: 'silent' }, 'build', 'production', 'production');
    expect(config.plugins.map(({ name }) => name).filter((name) => !OF_VITE.test(name))).toEqual([
      'panel-file-names',
    ]);
    expect(config.resolve.alias.filter(({ find }) => !String(find).includes('@vite'))).toEqual([]);
    const environments = Object.values(config.environments);
    expect(environments.filter(({ build }) => build.terserOptions.mangle !== undefined)).toEqual([]);
  });

  it('reports the version of package.json', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(VERSION).toBe(manifest.version);
  });
});
