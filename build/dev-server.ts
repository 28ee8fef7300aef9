// `npm run dev`: Vite with reload on change. The shop at /shop/ has the widget from the sources, in front of a relay and the
// embedded platform from the sources; /gallery/ shows every state of the widget.
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { startDemo } from '../src/cli/demo.ts';
import { shopPage } from './shop-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

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

const relay = { url: '' };
const server = await createServer({
  root,
  configFile: false,
  mode: 'development',
  cacheDir: 'node_modules/.vite',
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
  server: { host: '127.0.0.1', port: 5173 },
  optimizeDeps: { entries: ['e2e/gallery/*.{ts,tsx}'] },
});
await server.listen();
const url = new URL(server.resolvedUrls?.local[0] ?? '').origin;
const demo = await startDemo({ origins: [url] });
relay.url = demo.relayUrl;
console.log(`
  Shop      ${url}/shop/      the widget from src, reloaded at every change
  Gallery   ${url}/gallery/   every state: light and dark, both directions, desktop and phone
  Relay     ${relay.url}

  Changes of src/cli, src/relay and src/emulator need a restart. Ctrl+C stops it.
`);
process.once('SIGINT', async () => {
  await demo.close();
  await server.close();
  process.exit();
});
