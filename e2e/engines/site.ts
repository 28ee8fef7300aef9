import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SitePage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A site of the test on loopback, for pages that the example site does not have. */
export interface Site {
  /** The same server by two names, which are two sites for a browser. */
  readonly origins: readonly string[];
  /** Sets the page of every address; returns the address by the name `localhost`. */
  serve(page: SitePage): string;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  let page: SitePage = { html: '' };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-store', ...page.headers });
    response.end(page.html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    origins: [origin, `http://127.0.0.1:${port}`],
    serve(next) {
      page = next;
      return `${origin}/`;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
