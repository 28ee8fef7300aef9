import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { packageRoot } from '../base/package-root.ts';
import { listen, onPort } from './port.ts';
import { withProducts } from './shop-page.ts';
import { controlUrl, deskUrl, type SitePeers, sitePolicy } from './site-policy.ts';

/** A server for the example pages on its own origin, as a customer's site. */
export interface Site {
  /** With 127.0.0.1, without a trailing slash. */
  readonly url: string;
  /** All origins of the pages; the relay must allow them. */
  readonly origins: readonly string[];
  /** Sets the addresses of relay and platform. Until then every page is answered with 503. */
  serve(peers: SitePeers): void;
  close(): Promise<void>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * The possible files of a path, in order of preference: a file of a built example, a module of the npm package, a file of the
 * public folder.
 */
function candidates(root: string, path: string): (readonly [folder: string, path: string])[] {
  const pages = join(root, 'public');
  const [, app, inApp = ''] = /^\/examples\/([\w-]+)\/(.*)$/.exec(path) ?? [];
  const [, module] = /^\/foyer-chat\/([\w-]+\.js)$/.exec(path) ?? [];
  return [
    ...(app ? [[join(pages, 'examples', app, 'dist'), inApp] as const] : []),
    ...(module ? [[join(root, 'dist', 'lib'), module] as const] : []),
    [pages, path],
  ];
}

/** The file of a request's path; undefined when there is none or it must not be served. */
async function fileOf(root: string, pathname: string): Promise<string | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const path = decoded.endsWith('/') ? `${decoded}index.html` : decoded;
  if (CONTENT_TYPES[extname(path)] === undefined) return undefined;
  for (const [folder, inFolder] of candidates(root, path)) {
    const file = join(folder, inFolder);
    // `join` has resolved every "..", so a path below the folder cannot lead out of it.
    if (!file.startsWith(folder + sep)) continue;
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return file;
  }
  return undefined;
}

/** Path at which the shop's panel gets the address and key of the control API. */
const CONTROL = '/shop/control.json';

/**
 * True for requests of this site's own pages. Other origins cannot read an answer without CORS headers, and a foreign name that
 * resolves to this server is visible in `Host`.
 */
function isOwnPage({ headers, socket }: IncomingMessage): boolean {
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  return own.includes(headers.host ?? '') && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}

async function answer(
  root: string,
  peers: SitePeers | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const plain = (status: number, text: string, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
      .end(request.method === 'HEAD' ? undefined : `${text}\n`);

  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-cache');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
  }
  if (peers === undefined) return plain(503, 'Not ready yet.', { 'Retry-After': '1' });
  const pathname = (request.url ?? '/').replace(/[?#].*$/, '');
  if (pathname === '/' || pathname === '/shop')
    return plain(302, 'The shop is at /shop/.', { Location: '/shop/' });
  if (/^\/examples(?:\/[\w-]+)?$/.test(pathname))
    return plain(302, 'The path needs a trailing slash.', { Location: `${pathname}/` });
  if (pathname === CONTROL) {
    if (!isOwnPage(request)) return plain(403, 'Only for the shop itself.');
    const { messagingUrl, controlKey: key } = peers;
    const body = JSON.stringify({ url: controlUrl(messagingUrl), desk: deskUrl(messagingUrl), key });
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    return response.end(request.method === 'HEAD' ? undefined : body);
  }
  const file = await fileOf(root, pathname);
  if (file === undefined) return plain(404, 'Not found.');

  const isPage = extname(file) === '.html';
  const stored = await readFile(file);
  const body = isPage
    ? withProducts(stored.toString('utf8')).replaceAll('{{RELAY}}', peers.relayUrl)
    : stored;
  response.writeHead(200, {
    'Content-Type': CONTENT_TYPES[extname(file)],
    'Content-Length': Buffer.byteLength(body),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(isPage && { 'Content-Security-Policy': sitePolicy(peers, pathname) }),
  });
  return response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Starts a server for the example pages on loopback, on a free port if the preferred one is taken. Its address is known at once, and
 * pages are served after `serve`, because relay and site each need the other's address.
 */
export async function openSite({ port = 0 }: { readonly port?: number } = {}): Promise<Site> {
  const root = packageRoot();
  let peers: SitePeers | undefined;
  const server = createServer((request, response) => {
    answer(root, peers, request, response).catch(() => response.destroy());
  });
  const taken = await onPort(port, (wanted) => listen(server, wanted));
  return {
    url: `http://127.0.0.1:${taken}`,
    origins: [`http://127.0.0.1:${taken}`, `http://localhost:${taken}`],
    serve(known) {
      peers = known;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
