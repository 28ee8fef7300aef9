import { resolve } from 'node:path';
import { resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const MODES = ['browser', 'desk', 'library', 'node'];

/** The names of Vite's own plugins begin with `vite:`, those of its bundler with `builtin:` or `native:`. */
const OF_VITE = /^(vite|builtin|native|rolldown|commonjs|alias)\b/;

describe('the build', () => {
  it.each(MODES)('takes libraries as they are published: no plugin and no alias in mode %s', async (mode) => {
    const config = await resolveConfig({ root, mode, logLevel: 'silent' }, 'build', mode, 'production');
    expect(config.plugins.map(({ name }) => name).filter((name) => !OF_VITE.test(name))).toEqual([]);
    expect(config.resolve.alias.filter(({ find }) => !String(find).includes('@vite'))).toEqual([]);
    expect(config.build.terserOptions.mangle).toBeUndefined();
  });
});
