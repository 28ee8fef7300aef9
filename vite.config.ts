import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { minify } from 'terser';
import { defineConfig, type Plugin, transformWithOxc, type UserConfig } from 'vite';
import { lean } from './build/lean.ts';
import { hooks, schedule } from './build/lean-hooks.ts';
import { preact } from './build/lean-preact.ts';
import { signals } from './build/lean-signals.ts';
import { socket } from './build/lean-socket.ts';
import { zod } from './build/lean-zod.ts';

const root = import.meta.dirname;
const { version, dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

/** What a browser gets of them is cut to what is used, from the sources of those that are published in short. */
const libraries = [preact, hooks, signals, socket, zod];
const sources = Object.entries({
  'preact/hooks': 'preact/hooks/src/index.js',
  preact: 'preact/src/index.js',
  'preact/jsx-(dev-)?runtime': 'preact/jsx-runtime/src/index.js',
  '@preact/signals-core': '@preact/signals-core/src/index.ts',
  '@preact/signals': '@preact/signals/src/index.ts',
}).map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: resolve(root, 'node_modules', file),
}));

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
    // The style sheets say themselves what older browsers need.
    cssTarget: 'esnext',
    outDir: 'dist/browser',
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      module: true,
      // The inner parts of the libraries; no code of ours has names of this form.
      mangle: { properties: { regex: /^_[a-z]\w*$/ } },
      // Getters are not pure: reading a signal subscribes to it. What libraries tell their own developers is left out.
      compress: {
        passes: 3,
        pure_getters: false,
        pure_funcs: ['console.assert'],
      },
    },
  },
};

/** A page that adds to `Object.prototype` must not keep zod from loading: it walks its own tables by `for … in`. */
const ownKeys: Plugin = {
  name: 'foyer:own-keys',
  transform: (code, id) =>
    /zod.v4.core.util\./.test(id)
      ? code.replace(/for \(const key in (table|computes)\)/g, 'for (const key of Object.keys($1))')
      : undefined,
};

/**
 * Eleven addresses, each with a hash of its own, would stand in what every visitor loads. In the browser build the
 * catalogues share one hash, so that a language's address is its name.
 */
const shortCatalogues: Plugin = (() => {
  const folder = resolve(root, 'src/widget/locales');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(resolve(folder, file)));
  const mark = hash.digest('base64url').slice(0, 6);
  const languages = files.map((file) => file.slice(0, -'.ts'.length));
  return {
    name: 'foyer:short-catalogues',
    async generateBundle() {
      for (const language of languages) {
        const id = resolve(folder, `${language}.ts`);
        const { code } = await transformWithOxc(readFileSync(id, 'utf8'), id);
        const { code: source = '' } = await minify(code, { module: true });
        this.emitFile({ type: 'asset', fileName: `assets/${language}-${mark}.js`, source });
      }
    },
    load: (id) =>
      id.endsWith('/src/widget/catalogues.ts')
        ? `export const loadCatalogue = (it) =>
            /^(${languages.join('|')})$/.test(it) ? import(/* @vite-ignore */ './' + it + '-${mark}.js') : undefined;`
        : undefined,
  };
})();

/** Vite wraps every `import()` in a preloader of style sheets and modules; there are none to preload. */
const plainImports: Plugin = {
  name: 'foyer:plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** `h` itself, where there is JSX: the automatic runtime would be one more module. */
const plainJsx: Plugin = {
  name: 'foyer:plain-jsx',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.tsx') ? `import { h as __h, Fragment as __Fragment } from 'preact';${code}` : undefined,
};

/** The panel chunk that the loader imports on intent; its name carries the hash of its content. */
const browser: UserConfig = {
  ...smallest,
  resolve: { alias: sources },
  plugins: [lean([...libraries, schedule]), plainImports, plainJsx, shortCatalogues],
  oxc: { jsx: { runtime: 'classic', pragma: '__h', pragmaFrag: '__Fragment' } },
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
      output: {
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
      },
    },
  },
};

const panelFile = () =>
  JSON.parse(readFileSync(resolve(root, 'dist/browser/manifest.json'), 'utf8'))['src/embed/panel.ts'].file;

/** A classic script that the relay serves: one file, no imports but the panel at run time. */
const script = (name: string, entry: string): UserConfig => ({
  ...smallest,
  define: { ...shared.define, __FOYER_PANEL__: JSON.stringify(panelFile()) },
  build: {
    ...smallest.build,
    emptyOutDir: false,
    lib: {
      entry: resolve(root, entry),
      formats: ['iife'],
      name: 'foyer',
      fileName: () => name,
    },
  },
});

/** The page of the embedded platform's desk: not a stranger's, so the libraries come whole. */
const desk: UserConfig = {
  ...shared,
  base: './',
  build: {
    target: 'es2022',
    cssTarget: 'esnext',
    outDir: 'dist/desk',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: { desk: resolve(root, 'src/desk/main.tsx') },
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
};

/** The npm entry points; the panel stays a separate chunk that loads on intent. */
const library: UserConfig = {
  ...shared,
  plugins: [ownKeys],
  build: {
    target: 'es2022',
    outDir: 'dist/lib',
    emptyOutDir: true,
    minify: false,
    lib: {
      entry: {
        index: resolve(root, 'src/embed/index.ts'),
        frame: resolve(root, 'src/embed/frame-client.ts'),
        preact: resolve(root, 'src/embed/preact.ts'),
        react: resolve(root, 'src/embed/react.ts'),
        client: resolve(root, 'src/chat/index.ts'),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      // The components live in the page's own Preact or React; the panel brings a Preact that nobody else sees.
      external: (id, importer) =>
        /^p?react(\/|$)/.test(id) && /\/src\/embed\/p?react\.ts$/.test(importer ?? ''),
      // Where pages are rendered by React on a server, too, a component with effects has to say that it is the browser's.
      output: { banner: ({ name }) => (name === 'react' ? "'use client';" : '') },
    },
  },
};

/** The platform's clients, the relay, the emulator and the command line, for Node. */
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
        platform: resolve(root, 'src/platform/index.ts'),
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
  // What site owners paste, and what the iframe page loads.
  if (mode === 'loader') return script('widget.js', 'src/embed/script.ts');
  if (mode === 'frame') return script('frame.js', 'src/embed/frame.ts');
  if (mode === 'desk') return desk;
  if (mode === 'library') return library;
  if (mode === 'node') return node;
  return {
    ...shared,
    // Days and hours as text: the same wherever the tests run.
    test: {
      env: { TZ: 'UTC' },
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
          // What holds of the libraries as they come has to hold of what is left of them.
          resolve: { alias: sources },
          plugins: [lean(libraries)],
          test: {
            name: 'dom',
            environment: 'happy-dom',
            include: ['test/{widget,embed}/**/*.test.{ts,tsx}'],
            server: { deps: { inline: [/preact/, /zod/, /reconnecting-websocket/] } },
          },
        },
      ],
    },
  };
});
