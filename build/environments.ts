// The outputs of `npm run build`: one environment of Vite for each, in the order in which they are built.
import { fileURLToPath } from 'node:url';
import type { BuildEnvironmentOptions, EnvironmentOptions } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The notices of the libraries that the files contain. */
const LICENSES = { fileName: 'licenses.md' };
const HASHED = 'assets/[name]-[hash:6].js';

/** Source files by the names of their entry points. */
const entries = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${root}src/${file}`]));

const output = (build: BuildEnvironmentOptions, options: EnvironmentOptions = {}): EnvironmentOptions => ({
  consumer: 'client',
  ...options,
  // The style sheets contain the fallbacks that older browsers need.
  build: { target: 'es2022', cssTarget: 'esnext', emptyOutDir: true, modulePreload: false, ...build },
});

/** Built in library mode: an application build wraps every `import()` in a preload helper. */
const visitors: BuildEnvironmentOptions = {
  outDir: 'dist/browser',
  minify: 'terser',
  terserOptions: {
    ecma: 2020,
    module: true,
    safari10: false,
    // A getter is not pure: reading a signal subscribes to it. The unsafe options change functions without `this` and methods in object
    // literals, on which nothing calls `new`.
    compress: { passes: 2, pure_getters: false, unsafe_arrows: true, unsafe_methods: true },
  },
};

const checks = { bundlerTimings: false };

/**
 * A file that the scripts load at run time; its name contains the hash of its content. One output each: code that two of them shared
 * would be a file of its own, and another request before a visitor can talk.
 */
const loaded = (name: string, file: string, build: BuildEnvironmentOptions = {}) =>
  output({
    ...visitors,
    license: LICENSES,
    lib: { entry: entries({ [name]: file }), formats: ['es'] },
    rolldownOptions: {
      checks,
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: HASHED, chunkFileNames: HASHED },
    },
    ...build,
  });

/** A script that is not a module, with everything that it imports. */
const script = (name: string, file: string) =>
  output({
    ...visitors,
    // A browser that is too old reads it, and says so on its console.
    target: 'es2020',
    emptyOutDir: false,
    lib: { entry: entries({ [name]: file }), formats: ['iife'], name: 'foyer' },
    rolldownOptions: { checks, output: { entryFileNames: '[name].js', strict: false } },
  });

/**
 * A page for people who work with the conversations: a script and a style sheet with the name of the page, and the scripts that it
 * loads later, which share the code of the first.
 */
const operatorsPage = (name: string) =>
  output({
    outDir: `dist/${name}`,
    license: LICENSES,
    cssCodeSplit: false,
    rolldownOptions: {
      input: entries({ [name]: `${name}/main.tsx` }),
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: '[name].js', chunkFileNames: HASHED, assetFileNames: `${name}[extname]` },
    },
  });

export const environments: Readonly<Record<string, EnvironmentOptions>> = {
  panel: loaded('panel', 'embed/panel.ts'),
  rare: loaded('rare', 'embed/rare.ts', { emptyOutDir: false, license: false }),
  // The scripts of the script tag and of the iframe page.
  widget: script('widget', 'embed/script.ts'),
  frame: script('frame', 'embed/frame.ts'),
  desk: operatorsPage('desk'),
  console: operatorsPage('console'),
  // The script of the console's preview of the widget, which is a page of its own in a frame.
  preview: output({
    outDir: 'dist/console',
    emptyOutDir: false,
    lib: { entry: entries({ preview: 'console/preview.ts' }), formats: ['iife'], name: 'preview' },
    rolldownOptions: { checks, output: { entryFileNames: '[name].js', strict: false } },
  }),
  // The npm package for pages. As an entry point the panel keeps its exported name in its chunk.
  library: output({
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
        testing: 'testing/index.ts',
        'testing-playwright': 'testing/playwright.ts',
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
  // The programs and modules for Node.
  node: output(
    {
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
    },
    { consumer: 'server' },
  ),
  // The relay for other runtimes than Node, with its dependencies: one file, which imports nothing.
  portable: output(
    {
      outDir: 'dist/portable',
      minify: false,
      ssr: true,
      rolldownOptions: { input: entries({ relay: 'relay/portable/index.ts' }) },
    },
    // The exports of libraries for Node import it.
    { consumer: 'server', resolve: { noExternal: true, conditions: ['module', 'production'] } },
  ),
};
