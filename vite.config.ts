import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const root = import.meta.dirname;
const { version, dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

/** What every build and the tests share. */
const shared: UserConfig = {
  define: { __FOYER_VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  publicDir: false,
};

/** What a stranger's page loads: every byte counts, the time to build does not. */
const smallest: UserConfig = {
  ...shared,
  build: {
    target: 'es2022',
    outDir: 'dist/browser',
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      module: true,
      // Getters are not pure: reading a signal subscribes to it. What libraries tell their own developers is left out.
      compress: {
        passes: 3,
        pure_getters: false,
        pure_funcs: ['_this._debug', 'this._debug', 'console.assert'],
      },
    },
  },
};

/** Vite wraps every `import()` in a preloader of style sheets and modules; there are none to preload. */
const plainImports: Plugin = {
  name: 'foyer:plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** The panel chunk that the loader imports on intent; its name carries the hash of its content. */
const browser: UserConfig = {
  ...smallest,
  plugins: [plainImports],
  // `h` itself: the automatic runtime would be one more module.
  oxc: {
    jsx: { runtime: 'classic', pragma: '__h', pragmaFrag: '__Fragment' },
    jsxInject: "import { h as __h, Fragment as __Fragment } from 'preact';",
  },
  base: './',
  build: {
    ...smallest.build,
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: { panel: resolve(root, 'src/embed/panel.ts') },
      // What both chunks use stays in the panel's: a third file would be a request more.
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
    },
  },
};

const panelFile = () =>
  JSON.parse(readFileSync(resolve(root, 'dist/browser/manifest.json'), 'utf8'))['src/embed/panel.ts'].file;

/** The classic script that site owners paste: one file, no imports but the panel at run time. */
const loader = (): UserConfig => ({
  ...smallest,
  define: { ...shared.define, __FOYER_PANEL__: JSON.stringify(panelFile()) },
  build: {
    ...smallest.build,
    emptyOutDir: false,
    lib: {
      entry: resolve(root, 'src/embed/script.ts'),
      formats: ['iife'],
      name: 'foyer',
      fileName: () => 'widget.js',
    },
  },
});

/** The npm entry points; the panel stays a separate chunk that loads on intent. */
const library: UserConfig = {
  ...shared,
  build: {
    target: 'es2022',
    outDir: 'dist/lib',
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: { index: resolve(root, 'src/embed/index.ts'), client: resolve(root, 'src/chat/index.ts') },
      formats: ['es'],
    },
  },
};

/** The relay, the emulator and the command line, for Node. */
const node: UserConfig = {
  ...shared,
  build: {
    target: 'node20',
    outDir: 'dist/node',
    emptyOutDir: true,
    minify: false,
    ssr: true,
    rolldownOptions: {
      input: {
        cli: resolve(root, 'src/cli/main.ts'),
        demo: resolve(root, 'src/cli/demo.ts'),
        relay: resolve(root, 'src/relay/index.ts'),
        emulator: resolve(root, 'src/emulator/index.ts'),
      },
      external: [
        ...builtinModules,
        /^node:/,
        ...Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
      ],
    },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'browser') return browser;
  if (mode === 'loader') return loader();
  if (mode === 'library') return library;
  if (mode === 'node') return node;
  return {
    ...shared,
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            include: ['test/**/*.test.ts'],
            exclude: ['test/widget/**', 'test/embed/**'],
          },
        },
        {
          extends: true,
          test: {
            name: 'dom',
            environment: 'happy-dom',
            include: ['test/{widget,embed}/**/*.test.{ts,tsx}'],
          },
        },
      ],
    },
  };
});
