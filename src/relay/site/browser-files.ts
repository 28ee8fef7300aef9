import { lstat, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import { type Content, createContent } from '../pages/content.ts';

/** File types that are served from the assets folder. */
const TYPES: Readonly<Record<string, { readonly type: string; readonly isCompressible: boolean }>> = {
  '.js': { type: 'text/javascript; charset=utf-8', isCompressible: true },
  '.css': { type: 'text/css; charset=utf-8', isCompressible: true },
  '.json': { type: 'application/json', isCompressible: true },
  '.svg': { type: 'image/svg+xml', isCompressible: true },
  '.png': { type: 'image/png', isCompressible: false },
  '.webp': { type: 'image/webp', isCompressible: false },
  '.woff2': { type: 'font/woff2', isCompressible: false },
  '.mp3': { type: 'audio/mpeg', isCompressible: false },
};
const SCRIPT = 'text/javascript; charset=utf-8';

/** A file name without folders, so that no path outside the assets folder can be requested. */
const ASSET_NAME = /^[\w-][\w.-]*$/;

/** Headers that let any page load a file. The files are public and loaded without credentials. */
const ANY_PAGE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
/** Short, because the loader names hashed files: a stale loader would request files that no longer exist. */
const LOADER_CACHE = 'public, max-age=60';
const ASSET_CACHE = 'public, max-age=31536000, immutable';

export type BrowserFiles = ReturnType<typeof createBrowserFiles>;

/** Puts the configuration before the script as a block-scoped constant, so that nothing is added to `window`. */
function withConfig(script: string, config: WidgetConfig): string {
  // Escaped for scripts, inline ones included.
  const json = JSON.stringify(config)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // The line break is needed when the script ends with a line comment.
  return `{const __FOYER_CONFIG__=${json};\n${script}\n}`;
}

/** The browser files of the build. */
export function createBrowserFiles(folder: string, config: WidgetConfig) {
  const cache = new Map<string, Promise<Content | undefined>>();

  /** Reads a file once. A missing file is looked for again at the next request. */
  async function readCached(path: string, make: (bytes: Buffer) => Content): Promise<Content | undefined> {
    const known = cache.get(path);
    if (known) return known;
    const reading = readIfFile(path).then((bytes) => bytes && make(bytes));
    cache.set(path, reading);
    const content = await reading;
    if (!content) cache.delete(path);
    return content;
  }

  const script = (name: string, headers: Readonly<Record<string, string>>) =>
    readCached(join(folder, name), (bytes) =>
      createContent(Buffer.from(withConfig(bytes.toString('utf8'), config)), {
        ...headers,
        'Content-Type': SCRIPT,
        'Cache-Control': LOADER_CACHE,
      }),
    );

  return {
    /** The loader, preceded by the public configuration; undefined when the package was not built. */
    loader: () => script('widget.js', ANY_PAGE),
    /** The script of the iframe page, preceded by the public configuration. Other pages cannot load it. */
    frame: () => script('frame.js', {}),
    /** A file of the assets folder by its name. */
    async asset(name: string): Promise<Content | undefined> {
      const known = TYPES[extname(name)];
      if (!known || !ASSET_NAME.test(name)) return undefined;
      return readCached(join(folder, 'assets', name), (bytes) =>
        createContent(
          new Uint8Array(bytes),
          { ...ANY_PAGE, 'Content-Type': known.type, 'Cache-Control': ASSET_CACHE },
          known.isCompressible,
        ),
      );
    },
  };
}

/** Reads a regular file; undefined for anything else, symbolic links included. */
async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}
