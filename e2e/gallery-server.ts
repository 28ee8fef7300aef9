import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { shopPage } from '../build/shop-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pageOf = (name: string) => `${root}e2e/gallery/${name}`;

/** Builds the gallery of `npm run dev` and serves it: the hundreds of modules of a dev server would be loaded for each state. */
export async function startGallery() {
  const outDir = await mkdtemp(join(tmpdir(), 'foyer-gallery-'));
  const shared = { root, configFile: false, logLevel: 'warn', publicDir: `${root}public` } as const;
  await build({
    ...shared,
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { state: pageOf('state.ts'), gallery: pageOf('index.html') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const page = await shopPage('/state.js');
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [
      {
        name: 'foyer:gallery-pages',
        configurePreviewServer: ({ middlewares }) =>
          void middlewares.use((request, response, next) => {
            const { pathname } = new URL(request.url ?? '/', 'http://localhost');
            if (pathname === '/gallery/') request.url = '/e2e/gallery/index.html';
            if (pathname !== '/gallery/state') return next();
            response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
          }),
      },
    ],
  });
  return {
    url: new URL(server.resolvedUrls?.local[0] ?? '').origin,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
