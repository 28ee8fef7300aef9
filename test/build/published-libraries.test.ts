import { resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { chunks, desk, library, node, scripts } from '../../build/outputs.ts';

/** The names of Vite's own plugins begin with `vite:`, those of its bundler with `builtin:` or `native:`. */
const OF_VITE = /^(vite|builtin|native|rolldown|commonjs|alias)\b/;

const [loader, frame] = scripts((name) => `${name}.js`);
const OUTPUTS = { chunks, loader, frame, desk, library, node };

describe('the build', () => {
  it.each(Object.entries(OUTPUTS))(
    'takes libraries as they are published: no plugin and no alias for %s',
    async (_, output) => {
      const config = await resolveConfig(
        { ...output, logLevel: 'silent' },
        'build',
        'production',
        'production',
      );
      expect(config.plugins.map(({ name }) => name).filter((name) => !OF_VITE.test(name))).toEqual([]);
      expect(config.resolve.alias.filter(({ find }) => !String(find).includes('@vite'))).toEqual([]);
      expect(config.build.terserOptions.mangle).toBeUndefined();
    },
  );
});
