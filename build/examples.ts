import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the two example apps with the package as it stands in dist/lib. A step of `npm run build`. */
export async function buildExamples() {
  for (const app of ['preact-app', 'react-app'])
    await build({
      root: folder(`../public/examples/${app}`),
      // Not the bundler's remark that it does not keep "use client", which means nothing without a server.
      logLevel: 'error',
      // As the exports of an installed package do.
      resolve: { alias: [{ find: /^foyer-chat\/(.+)$/, replacement: `${folder('../dist/lib')}/$1.js` }] },
    });
}
