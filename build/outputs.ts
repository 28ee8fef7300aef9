// What `npm run build` makes with Vite: one configuration for each output.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuildEnvironmentOptions, InlineConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Values that every output replaces in the sources. */
export const define: Readonly<Record<string, string>> = { __FOYER_VERSION__: JSON.stringify(version) };

/** The notices of the libraries that the files contain. */
const LICENSES = { fileName: 'licenses.md' };
const HASHED = 'assets/[name]-[hash:6].js';

/** Source files by the names of their entry points. */
const entries = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${root}src/${file}`]));

const output = (
  build: BuildEnvironmentOptions,
  names: Readonly<Record<string, string>> = {},
): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  define: { ...define, ...names },
  publicDir: false,
  // Marks of unused calls are for the bundler of a library's users; here they would stay in the files.
  oxc: { jsx: { pure: false } },
  // The built files work at any address.
  base: './',
  // The style sheets contain the fallbacks that older browsers need.
  build: { target: 'es2022', cssTarget: 'esnext', emptyOutDir: true, modulePreload: false, ...build },
});

/** Built in library mode: an application build wraps every `import()` in a preload helper. */
const visitors: BuildEnvironmentOptions = {
  outDir: 'dist/browser',
  minify: 'terser',
  // A getter is not pure: reading a signal subscribes to it.
  terserOptions: { ecma: 2020, module: true, compress: { passes: 2, pure_getters: false } },
};

const checks = { bundlerTimings: false };

/**
 * The files that the scripts load at run time; their names contain the hash of their content. Code that several chunks share stays
 * in the entry: another file would be another request.
 */
export const chunks = output({
  ...visitors,
  license: LICENSES,
  lib: {
    entry: entries({
      panel: 'embed/panel.ts',
      rare: 'embed/rare.ts',
    }),
    formats: ['es'],
  },
  rolldownOptions: {
    checks,
    preserveEntrySignatures: 'allow-extension',
    output: { entryFileNames: HASHED, chunkFileNames: HASHED },
  },
});

/** The name of a file that `chunks` makes. */
type FileOf = (chunk: 'panel' | 'rare') => string;

/** A script that is not a module, with everything that it imports. */
const script = (name: string, file: string, fileOf: FileOf) =>
  output(
    {
      ...visitors,
      // A browser that is too old reads it, and says so on its console.
      target: 'es2020',
      emptyOutDir: false,
      lib: { entry: entries({ [name]: file }), formats: ['iife'], name: 'foyer' },
      rolldownOptions: { checks, output: { entryFileNames: '[name].js', strict: false } },
    },
    {
      __FOYER_PANEL__: JSON.stringify(fileOf('panel')),
      __FOYER_RARE__: JSON.stringify(fileOf('rare')),
    },
  );

/** The scripts of the script tag and of the iframe page. */
export const scripts = (fileOf: FileOf): readonly InlineConfig[] => [
  script('widget', 'embed/script.ts', fileOf),
  script('frame', 'embed/frame.ts', fileOf),
];

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

export const desk = operatorsPage('desk');
export const console = operatorsPage('console');

/** The script of the console's preview of the widget, which is a page of its own in a frame. */
export const preview = output({
  outDir: 'dist/console',
  emptyOutDir: false,
  lib: { entry: entries({ preview: 'preview/main.ts' }), formats: ['iife'], name: 'preview' },
  rolldownOptions: { checks, output: { entryFileNames: '[name].js', strict: false } },
});

/** The npm package for pages. As an entry point the panel keeps its exported name in its chunk. */
export const library = output({
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
});

/** The programs and modules for Node. */
export const node = output({
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
});

/** The relay for other runtimes than Node, with its dependencies: one file, which imports nothing. */
export const portable: InlineConfig = {
  ...output({
    target: 'es2022',
    outDir: 'dist/portable',
    minify: false,
    ssr: true,
    rolldownOptions: { input: entries({ relay: 'relay/portable/index.ts' }) },
  }),
  ssr: { noExternal: true, target: 'webworker' },
};
