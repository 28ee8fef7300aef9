import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'vite';

const root = import.meta.dirname;
/** The notices of the libraries that the files contain. */
const LICENSES = { fileName: 'licenses.md' };
const HASHED = 'assets/[name]-[hash:6].js';
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
/** The name of a built file with a hash, as a literal for a script. */
const hashed = (name: string) => {
  const files = readdirSync(resolve(root, 'dist/browser/assets'));
  return JSON.stringify(`assets/${files.find((it) => it.startsWith(`${name}-`))}`);
};

/** Source files by the names of their entry points. */
const entries = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, resolve(root, 'src', file)]));

const build = (build: UserConfig['build'], define: UserConfig['define'] = {}): UserConfig => ({
  define: { __FOYER_VERSION__: JSON.stringify(version), ...define },
  publicDir: false,
  // Marks of unused calls are for the bundler of a library's users; here they would stay in the files.
  oxc: { jsx: { pure: false } },
  // The built files work at any address.
  base: './',
  // The style sheets contain the fallbacks that older browsers need.
  build: { target: 'es2022', cssTarget: 'esnext', emptyOutDir: true, modulePreload: false, ...build },
});

/** Built in library mode: an application build wraps every `import()` in a preload helper. */
const visitors: UserConfig['build'] = {
  outDir: 'dist/browser',
  minify: 'terser',
  // A getter is not pure: reading a signal subscribes to it.
  terserOptions: { ecma: 2020, module: true, compress: { passes: 3, pure_getters: false } },
};

const checks = { bundlerTimings: false };

/** A script that is not a module, with everything that it imports. It knows the names of the files that it loads later. */
const script = (entry: Record<string, string>) => {
  const lib = { entry: entries(entry), formats: ['iife' as const], name: 'foyer' };
  const rolldownOptions = { checks, output: { entryFileNames: '[name].js', strict: false } };
  return build(
    { ...visitors, emptyOutDir: false, lib, rolldownOptions },
    {
      __FOYER_PANEL__: hashed('panel'),
      __FOYER_RISE__: hashed('rise'),
      __FOYER_EXPLAIN__: hashed('explain'),
    },
  );
};

/** Modules with hashes in their names. Code that several chunks share stays in the entry: another file would be another request. */
const modules = (files: Record<string, string>) => {
  const output = { entryFileNames: HASHED, chunkFileNames: HASHED };
  const rolldownOptions = { checks, preserveEntrySignatures: 'allow-extension' as const, output };
  const lib = { entry: entries(files), formats: ['es' as const] };
  return build({ ...visitors, license: LICENSES, lib, rolldownOptions });
};

const MODES: Record<string, () => UserConfig> = {
  /** The panel and the chunks that it loads later; their names contain the hash of their content. */
  browser: () =>
    modules({
      panel: 'embed/panel.ts',
      rise: 'embed/rise-above-bars.ts',
      explain: 'widget/shell/explain-options.ts',
    }),
  loader: () => script({ widget: 'embed/script.ts' }),
  frame: () => script({ frame: 'embed/frame.ts' }),
  desk: () =>
    build({
      outDir: 'dist/desk',
      rolldownOptions: {
        input: entries({ desk: 'desk/main.tsx' }),
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    }),
  /** The npm package for pages. As an entry point the panel keeps its exported name in its chunk. */
  library: () =>
    build({
      outDir: 'dist/lib',
      license: LICENSES,
      minify: false,
      lib: {
        entry: entries({
          index: 'embed/index.ts',
          frame: 'embed/frame-client.ts',
          preact: 'embed/preact.ts',
          react: 'embed/react.ts',
          client: 'chat/index.ts',
          panel: 'embed/panel.ts',
        }),
        formats: ['es'],
      },
      rolldownOptions: {
        // The components use the page's own Preact or React; the panel contains a Preact of its own.
        external: (id, importer) => /^p?react(\/|$)/.test(id) && /\/embed\/p?react\.ts$/.test(importer ?? ''),
        // A server that renders React needs the mark on a component that has effects.
        output: { banner: ({ name }) => (name === 'react' ? "'use client';" : '') },
      },
    }),
  /** The programs and modules for Node. */
  node: () =>
    build({
      target: 'node20',
      outDir: 'dist/node',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: entries({
          cli: 'cli/main.ts',
          demo: 'cli/demo.ts',
          platform: 'platform/index.ts',
          relay: 'relay/index.ts',
          emulator: 'emulator/index.ts',
        }),
      },
    }),
};

export default defineConfig(({ mode }) => MODES[mode]?.() ?? build({}));
