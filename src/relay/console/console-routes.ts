import type { Hono } from 'hono';
import { err, ok } from '../../base/result.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { CreateContent } from '../pages/content.ts';
import type { Folder } from '../pages/folder.ts';
import { createFolderFiles } from '../pages/folder-files.ts';

/** No inline code, no other hosts, no HTML from text, no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The preview of the widget.
  "frame-src 'self'",
  // Recordings that the page has loaded. `data:` is the icon: without one, browsers request a missing file.
  "media-src 'self' blob:",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageWith = (hasOidc: boolean) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>Foyer</title>
    <link rel="stylesheet" href="/console/console.css">
    <script type="module" src="/console/console.js"></script>
  </head>
  <body>
    <div id="console"${hasOidc ? ' data-oidc' : ''}></div>
    <noscript>The console needs JavaScript.</noscript>
  </body>
</html>
`;

const SCRIPT = 'text/javascript; charset=utf-8';
const FILES = { 'console.js': SCRIPT, 'console.css': 'text/css; charset=utf-8' } as const;
const CACHE = 'no-cache';

/** A script of rarely opened pages. Its name contains the hash of its content. */
const LATER = /^\w[\w-]*-[\w-]{6}\.js$/;
const LATER_CACHE = 'private, max-age=31536000, immutable';

/** Adds the console page at all its addresses, and its files. `folder` contains the build. */
export function addConsoleFiles(
  app: Hono<RelayEnv>,
  folder: Folder,
  { createContent, hasOidc }: { readonly createContent: CreateContent; readonly hasOidc: boolean },
): void {
  const page = createContent(pageWith(hasOidc), {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  const answer = createFolderFiles(folder, createContent);

  for (const [name, type] of Object.entries(FILES)) {
    route(app, `/console/${name}`, { GET: (c) => answer(name, type, CACHE, c.req.raw) });
  }
  route(app, '/console/assets/:name', {
    GET: async (c) => {
      const name = c.req.param('name') ?? '';
      return LATER.test(name)
        ? answer(`assets/${name}`, SCRIPT, LATER_CACHE, c.req.raw)
        : err({ failed: 'not-found' });
    },
  });
  // The address of the API reference in older relays.
  route(app, '/admin/docs', {
    GET: async () => ok(new Response(null, { status: 308, headers: { Location: '/console/operations' } })),
  });
  for (const path of ['/console', '/console/:page']) {
    route(app, path, { GET: async (c) => ok(await page.respond(c.req.raw)) });
  }
}
