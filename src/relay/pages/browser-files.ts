import { lstat, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import { type Content, createContent } from './content.ts';

/** What the build may put into the assets folder; anything else is not served. */
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

/** One name, no folders: nothing that could lead out of the assets folder can be spelled with it. */
const ASSET_NAME = /^[\w-][\w.-]*$/;

/** Any page may load these: they are public, the same for all, and asked for without credentials. */
const ANY_PAGE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
/** Short: the loader names the panel's hashed file, and an old one would ask for a file that is gone. */
const LOADER_CACHE = 'public, max-age=60';
const ASSET_CACHE = 'public, max-age=31536000, immutable';

/** The built browser files. */
export interface BrowserFiles {
  /** The loader with the public configuration in front; undefined when the package was not built. */
  loader(): Promise<Content | undefined>;
  /** The script of the iframe page, in the same way; nobody else's page has a use for it. */
  frame(): Promise<Content | undefined>;
  /** A file of the assets folder, by its name alone. */
  asset(name: string): Promise<Content | undefined>;
}

/** The configuration as a constant that only the script sees: a block of its own, nothing on `window`. */
function withConfig(script: string, config: WidgetConfig): string {
  // Not only JSON but also a script, and perhaps one day an inline one.
  const json = JSON.stringify(config)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // The line break saves the brace from a comment at the end of the file.
  return `{const __FOYER_CONFIG__=${json};\n${script}\n}`;
}

export function createBrowserFiles(folder: string, config: WidgetConfig): BrowserFiles {
  const kept = new Map<string, Promise<Content | undefined>>();

  /** Reads a file once; one that is not there is looked for again the next time. */
  async function once(path: string, make: (bytes: Buffer) => Content): Promise<Content | undefined> {
    const known = kept.get(path);
    if (known) return known;
    const reading = readIfFile(path).then((bytes) => bytes && make(bytes));
    kept.set(path, reading);
    const content = await reading;
    if (!content) kept.delete(path);
    return content;
  }

  const script = (name: string, headers: Readonly<Record<string, string>>) =>
    once(join(folder, name), (bytes) =>
      createContent(Buffer.from(withConfig(bytes.toString('utf8'), config)), {
        ...headers,
        'Content-Type': SCRIPT,
        'Cache-Control': LOADER_CACHE,
      }),
    );

  return {
    loader: () => script('widget.js', ANY_PAGE),
    frame: () => script('frame.js', {}),
    async asset(name) {
      const known = TYPES[extname(name)];
      if (!known || !ASSET_NAME.test(name)) return undefined;
      return once(join(folder, 'assets', name), (bytes) =>
        createContent(
          new Uint8Array(bytes),
          { ...ANY_PAGE, 'Content-Type': known.type, 'Cache-Control': ASSET_CACHE },
          known.isCompressible,
        ),
      );
    },
  };
}

/** undefined for what is not a regular file; a link is not one, wherever it leads. */
async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path) : undefined;
  } catch {
    return undefined;
  }
}
