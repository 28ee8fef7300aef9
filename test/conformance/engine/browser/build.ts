import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** Files for pages: the built widget and the engine's in-page script. */

const DIST = fileURLToPath(new URL('../../../../dist/browser/', import.meta.url));
const IN_PAGE = fileURLToPath(new URL('./in-page/index.ts', import.meta.url));

export interface Widget {
  readonly script: string;
  /** Chunks by file name. */
  readonly assets: ReadonlyMap<string, string>;
}

/** Reads the built widget. Needs `npm run build`. */
export function readBuiltWidget(): Widget {
  const names = readdirSync(`${DIST}assets`).filter((name) => name.endsWith('.js'));
  return {
    script: readFileSync(`${DIST}widget.js`, 'utf8'),
    assets: new Map(names.map((name) => [name, readFileSync(`${DIST}assets/${name}`, 'utf8')])),
  };
}

/** Builds the in-page script, which defines `engine.install(setup)`. */
export async function buildInPage(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: IN_PAGE, formats: ['iife'], name: 'engine' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = built?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('unable to build the part that runs in pages');
  return chunk.code;
}
