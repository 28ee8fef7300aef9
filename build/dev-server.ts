// `npm run dev`: Vite with reload on change. The shop at /shop/ has the widget from the sources, in front of a relay and the
// embedded platform from the sources; /gallery/ shows every state of the widget.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createServer, type LogLevel, type Plugin } from 'vite';
import { withProducts } from '../src/cli/shop-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SHOP = new URL('../public/shop/index.html', import.meta.url);
const RELAY_SCRIPT = '<script src="{{RELAY}}/widget.js" async></script>';

/** The shop's page with its products, and with `script`, a module of ours, in place of the relay's. */
async function shopPage(script: string): Promise<string> {
  const page = withProducts(await readFile(SHOP, 'utf8'));
  if (!page.includes(RELAY_SCRIPT)) throw new Error(`public/shop/index.html has no ${RELAY_SCRIPT}`);
  return page
    .replace(RELAY_SCRIPT, `<script src="${script}" type="module"></script>`)
    .replace('<script src="/shop/faults.js" type="module"></script>', '');
}

/** Path → the script of the shop's page there. */
const SHOP_PAGES: Readonly<Record<string, string>> = {
  '/shop/': '/e2e/gallery/shop.ts',
  '/gallery/state': '/e2e/gallery/state.ts',
};

const pages: Plugin = {
  name: 'foyer:dev-pages',
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const { url = '/' } = request;
      const { pathname, search } = new URL(url, 'http://localhost');
      if (pathname === '/') return response.writeHead(302, { Location: '/shop/' }).end();
      const script = SHOP_PAGES[pathname];
      if (script === undefined) {
        if (pathname === '/gallery/') request.url = `/e2e/gallery/index.html${search}`;
        return next();
      }
      try {
        const page = await server.transformIndexHtml(url, await shopPage(script));
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      } catch (error) {
        next(error);
      }
    });
  },
};

export interface Dev {
  /** Origin of the dev server, without a slash at the end. */
  readonly url: string;
  /** Empty without the demo. */
  readonly relayUrl: string;
  close(): Promise<void>;
}

interface DevOptions {
  readonly port?: number;
  readonly withDemo?: boolean;
  readonly logLevel?: LogLevel;
  /** Folder of prepared libraries, below node_modules. Servers at the same time need one each. */
  readonly cacheDir?: string;
}

/**
 * Starts the server on `port`, on any free one when that is taken. Without `withDemo` there are no relay and no platform: the
 * gallery needs none.
 */
export async function startDev({
  port = 5173,
  withDemo = true,
  logLevel = 'info',
  cacheDir = '.vite',
}: DevOptions = {}): Promise<Dev> {
  const relay = { url: '' };
  const server = await createServer({
    root,
    configFile: false,
    mode: 'development',
    cacheDir: `node_modules/${cacheDir}`,
    logLevel,
    publicDir: 'public',
    appType: 'mpa',
    plugins: [
      pages,
      {
        name: 'foyer:dev-relay',
        transform: (code, id) =>
          id.endsWith('/e2e/gallery/shop.ts')
            ? code.replaceAll('__FOYER_DEV_RELAY__', JSON.stringify(relay.url))
            : undefined,
      },
    ],
    server: { host: '127.0.0.1', port },
    optimizeDeps: { entries: ['e2e/gallery/*.{ts,tsx}'] },
  });
  await server.listen();
  const url = new URL(server.resolvedUrls?.local[0] ?? '').origin;
  const closings: (() => Promise<void>)[] = [() => server.close()];
  if (withDemo) {
    const { startDemo } = await import('../src/cli/demo.ts');
    const demo = await startDemo({ origins: [url] });
    relay.url = demo.relayUrl;
    closings.unshift(() => demo.close());
  }
  return {
    url,
    relayUrl: relay.url,
    async close() {
      for (const close of closings) await close();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dev = await startDev();
  console.log(`
  Shop      ${dev.url}/shop/      the widget from src, reloaded at every change
  Gallery   ${dev.url}/gallery/   every state: light and dark, both directions, desktop and phone
  Relay     ${dev.relayUrl}

  Changes of src/cli, src/relay and src/emulator need a restart. Ctrl+C stops it.
`);
  process.once('SIGINT', () => dev.close().then(() => process.exit()));
}
