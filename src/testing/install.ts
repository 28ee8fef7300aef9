import type { ClientEnd, OpenedSocket } from './connection.ts';
import type { TestEnvironment } from './environment.ts';
import { webSocketClass } from './web-socket.ts';

type Page = Window & typeof globalThis;

/** Answers the requests of a page that `isOurs` accepts. Returns a function that restores the page. */
export function interceptFetch(
  page: Page,
  isOurs: (url: string) => boolean,
  answer: (url: string, init: RequestInit) => Promise<Response>,
): () => void {
  const { fetch } = page;
  page.fetch = (input, init = {}) => {
    const url = String(input instanceof page.Request ? input.url : input);
    return isOurs(url) ? answer(url, init) : fetch.call(page, input, init);
  };
  return () => {
    page.fetch = fetch;
  };
}

/** Replaces the sockets of a page whose address begins with `base`. Returns a function that restores the page. */
function interceptSockets(page: Page, base: string, ours: typeof WebSocket): () => void {
  const { WebSocket } = page;
  page.WebSocket = new Proxy(WebSocket, {
    construct(theirs, parameters, target) {
      const isOurs = String(parameters[0]).startsWith(base);
      return isOurs ? new ours(parameters[0]) : Reflect.construct(theirs, parameters, target);
    },
  });
  return () => {
    page.WebSocket = WebSocket;
  };
}

/** Sets the online state of a page to the platform's. Returns a function that restores the page. */
function replaceNetworkState(page: Page, environment: TestEnvironment): () => void {
  const unwatch = environment.watch((event) => {
    if (event === 'online' || event === 'offline') page.dispatchEvent(new page.Event(event));
  });
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: environment.isOnline });
  return () => {
    unwatch();
    Reflect.deleteProperty(page.navigator, 'onLine');
  };
}

/** Network of a platform. */
export interface Network {
  readonly relay: string;
  /** Address of the platform's sockets. */
  readonly socketUrl: string;
  readonly environment: TestEnvironment;
  request(url: string, init: RequestInit): Promise<Response>;
  openSocket(url: string, client: ClientEnd): OpenedSocket;
}

/** Installs a network in a page. Returns an idempotent uninstall function. */
export function installNetwork(page: Page, network: Network): () => void {
  const undo = [
    interceptFetch(page, (url) => url.startsWith(`${network.relay}/chat/`), network.request),
    interceptSockets(page, `${network.socketUrl}?`, webSocketClass(network.openSocket)),
    replaceNetworkState(page, network.environment),
  ];
  return () => {
    for (const step of undo.splice(0)) step();
  };
}
