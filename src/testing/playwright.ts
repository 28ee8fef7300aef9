import type { ClientEnd } from './connection.ts';
import { createTestPlatform, type TestPlatform, type TestPlatformOptions } from './test-platform.ts';

/** Part of Playwright's `Route`. */
export interface PlaywrightRoute {
  request(): { method(): string; url(): string; headers(): { [name: string]: string } };
  fulfill(answer: {
    status?: number;
    headers?: { [name: string]: string };
    body?: string;
    path?: string;
  }): Promise<void>;
  abort(errorCode?: string): Promise<void>;
}

/** Part of Playwright's `WebSocketRoute`. */
export interface PlaywrightSocket {
  url(): string;
  send(frame: string | Uint8Array): void;
  close(options?: { code?: number; reason?: string }): Promise<void>;
  onMessage(received: (frame: string | Uint8Array) => void): void;
  onClose(closed: () => void): void;
}

/** Part of Playwright's `Locator`. */
export interface PlaywrightLocator<Locator> {
  getByRole(role: 'button' | 'dialog' | 'log' | 'textbox'): Locator;
  locator(selector: string): Locator;
  last(): Locator;
}

/** Part of Playwright's `Page`. The package takes the page of the version that a project has installed. */
export interface PlaywrightPage<Locator> {
  route(url: (url: URL) => boolean, answer: (route: PlaywrightRoute) => Promise<void>): Promise<unknown>;
  routeWebSocket(
    url: (url: URL) => boolean,
    opened: (socket: PlaywrightSocket) => Promise<void>,
  ): Promise<void>;
  locator(selector: string): Locator;
}

export interface FoyerFixtureOptions extends TestPlatformOptions {
  /** Folder with the relay's script for the tag of a page: `node_modules/foyer-relay/dist/browser`. */
  readonly scripts?: string;
}

/** The chat of a page and its platform. */
export interface FoyerFixture<Locator> {
  readonly platform: TestPlatform;
  readonly launcher: Locator;
  readonly panel: Locator;
  readonly transcript: Locator;
  readonly composer: Locator;
  /** The newest message of either side. */
  readonly lastMessage: Locator;
}

/** CORS headers: a page of another origin may read the answer. */
const crossOrigin = (origin = '*') => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': 'content-type',
});

/** Answers calls to the relay and opens sockets in a page. No request leaves the test. */
export async function routePlatform<Locator>(
  page: PlaywrightPage<Locator>,
  platform: TestPlatform,
): Promise<void> {
  const { relay, socketUrl, ports } = platform;
  await page.route(
    ({ href }) => href.startsWith(`${relay}/chat/`),
    async (route) => {
      const request = route.request();
      const method = request.method();
      const allowed = crossOrigin(request.headers()['origin']);
      if (method === 'OPTIONS') return route.fulfill({ status: 204, headers: allowed });
      const answer = await ports.fetch(request.url(), { method }).catch(() => undefined);
      if (!answer) return route.abort('connectionrefused');
      const headers = { ...Object.fromEntries(answer.headers), ...allowed };
      await route.fulfill({ status: answer.status, headers, body: await answer.text() });
    },
  );
  await page.routeWebSocket(
    ({ href }) => href.startsWith(`${socketUrl}?`),
    (route) =>
      // The page's socket opens when this is settled.
      new Promise((settled) => {
        const client: ClientEnd = {
          opened: () => settled(),
          text: (frame) => route.send(frame),
          binary: (bytes) => route.send(Buffer.from(bytes)),
          closed: (code, reason) => void route.close({ code, reason }).then(settled),
        };
        const socket = ports.openSocket(route.url(), client);
        route.onMessage((frame) => socket.send(String(frame)));
        route.onClose(() => {
          socket.close();
          settled();
        });
      }),
  );
}

/** Serves the relay's script and its chunks from a folder. */
async function routeScripts<Locator>(
  page: PlaywrightPage<Locator>,
  relay: string,
  folder: string,
): Promise<void> {
  const script = /^\/(widget\.js|assets\/[\w.-]+)$/;
  await page.route(
    ({ href }) => href.startsWith(`${relay}/`) && script.test(href.slice(relay.length)),
    (route) => {
      const request = route.request();
      const path = `${folder}${request.url().slice(relay.length)}`;
      return route.fulfill({ path, headers: crossOrigin(request.headers()['origin']) });
    },
  );
}

/**
 * A fixture for `test.extend`: a platform behind the chat of the test's page, without a server, and the parts of the chat by their
 * roles.
 *
 * @example
 * const test = base.extend<{ foyer: FoyerFixture<Locator> }>({ foyer: foyerFixture({ relay: 'https://chat.example' }) });
 */
export function foyerFixture<Locator extends PlaywrightLocator<Locator>>({
  scripts,
  ...options
}: FoyerFixtureOptions = {}) {
  return async (
    { page }: { page: PlaywrightPage<Locator> },
    use: (foyer: FoyerFixture<Locator>) => Promise<void>,
  ): Promise<void> => {
    const platform = createTestPlatform(options);
    if (scripts !== undefined) await routeScripts(page, platform.relay, scripts);
    await routePlatform(page, platform);
    const host = page.locator('foyer-chat');
    const transcript = host.getByRole('log');
    await use({
      platform,
      launcher: host.locator('[part="launcher"]'),
      panel: host.getByRole('dialog'),
      transcript,
      composer: host.getByRole('textbox'),
      lastMessage: transcript.locator('[data-author]:not([data-author="notice"])').last(),
    });
  };
}
