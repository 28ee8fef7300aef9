import type { Hono } from 'hono';
import { err, ok, type Result } from '../../base/result.ts';
import type { Failure } from '../http/problem.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Content, CreateContent } from '../pages/content.ts';
import type { Folder } from '../pages/folder.ts';
import { createFolderFiles } from '../pages/folder-files.ts';
import { createBrowserFiles } from '../site/browser-files.ts';

/** Only the console frames it. It calls nothing: the page contains a relay and a platform. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Avatars. `data:` is the icon: without one, browsers request a missing file.
  'img-src https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PATH = '/console/preview';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="robots" content="noindex">
    <link rel="icon" href="data:,">
    <title>Preview</title>
    <script src="${PATH}/widget.js" defer></script>
    <script src="${PATH}/preview.js" defer></script>
  </head>
  <body></body>
</html>
`;

interface Folders {
  /** The build of the console. */
  readonly console: Folder;
  /** The files of the widget. */
  readonly browser: Folder;
}

/** Adds the page that shows the widget in a frame of the console, and its files. The widget's files have no configuration here. */
export function addPreview(app: Hono<RelayEnv>, folders: Folders, createContent: CreateContent): void {
  const files = createBrowserFiles(folders.browser, undefined, createContent);
  const page = createContent(PAGE, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': POLICY,
  });
  const consoleFile = createFolderFiles(folders.console, createContent);

  const answer = async (
    content: Content | undefined,
    request: Request,
  ): Promise<Result<Response, Failure>> =>
    content ? ok(await content.respond(request)) : err({ failed: 'not-found' });

  route(app, PATH, { GET: async (c) => answer(page, c.req.raw) });
  route(app, `${PATH}/widget.js`, { GET: async (c) => answer(await files.loader(), c.req.raw) });
  route(app, `${PATH}/preview.js`, {
    GET: (c) => consoleFile('preview.js', 'text/javascript; charset=utf-8', 'no-cache', c.req.raw),
  });
  for (const path of ['assets/:name', ':attempt{[0-9]+}/assets/:name'])
    route(app, `${PATH}/${path}`, {
      GET: async (c) => answer(await files.asset(c.req.param('name') ?? ''), c.req.raw),
    });
}
