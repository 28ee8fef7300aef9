import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { RelayConfig, SiteConfig } from '../config/config.ts';
import type { Content, CreateContent } from '../pages/content.ts';
import type { Bytes, Folder } from '../pages/folder.ts';

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

/** Puts the configuration before the script as a block-scoped constant, so that nothing is added to `window`. */
export function withConfig(script: string, config: WidgetConfig | undefined): string {
  if (!config) return script;
  // Escaped for scripts, inline ones included.
  const json = JSON.stringify(config)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // The line break is needed when the script ends with a line comment.
  return `{const __FOYER_CONFIG__=${json};\n${script}\n}`;
}

/** The browser files of the build. Without a configuration the scripts request it. */
export function createBrowserFiles(
  folder: Folder,
  config: WidgetConfig | undefined,
  createContent: CreateContent,
) {
  const cache = new Map<string, Promise<Content | undefined>>();

  /** Reads a file once. A missing file is read again at the next request. */
  async function readCached(name: string, make: (bytes: Bytes) => Content): Promise<Content | undefined> {
    const known = cache.get(name);
    if (known) return known;
    const reading = folder.read(name).then((bytes) => bytes && make(bytes));
    cache.set(name, reading);
    const content = await reading;
    if (!content) cache.delete(name);
    return content;
  }

  const script = (name: string, headers: Readonly<Record<string, string>>) =>
    readCached(name, (bytes) =>
      createContent(withConfig(new TextDecoder().decode(bytes), config), {
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
      const known = TYPES[/\.\w+$/.exec(name)?.[0] ?? ''];
      if (!known || !ASSET_NAME.test(name)) return undefined;
      return readCached(`assets/${name}`, (bytes) =>
        createContent(
          bytes,
          { ...ANY_PAGE, 'Content-Type': known.type, 'Cache-Control': ASSET_CACHE },
          known.isCompressible,
        ),
      );
    },
  };
}

/** The configuration that browsers get. */
export const servedConfig = ({
  widget,
  visitorHealth,
}: Pick<SiteConfig, 'widget' | 'visitorHealth'>): WidgetConfig =>
  visitorHealth === 1 ? widget : { ...widget, visitor_health: visitorHealth };

/**
 * The browser files of a relay. With several sites, the scripts request their configuration, because the request for a script has
 * no origin.
 */
export const createFilesOf = (folder: Folder, [site]: RelayConfig['sites'], createContent: CreateContent) =>
  createBrowserFiles(folder, site.name === '' ? servedConfig(site) : undefined, createContent);
