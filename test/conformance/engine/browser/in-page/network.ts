import { interceptFetch } from '../../../../../src/testing/install.ts';
import { webSocketClass } from '../../../../../src/testing/web-socket.ts';
import { createPageNetwork } from '../../page-network.ts';
import type { InPageEngine, Setup } from './types.ts';

/** Replaces sockets, relay calls and network events of the page. */
export function installNetwork(engine: InPageEngine, { relays }: Setup): void {
  let numbers = 0;
  let isOnline = true;
  const nextNumber = () => {
    numbers += 1;
    return numbers;
  };
  const network = createPageNetwork(nextNumber, engine.emit);

  // Its close event comes in a separate task.
  window.WebSocket = webSocketClass(network.openSocket, (end) => {
    engine.pendingTasks += 1;
    engine.native.setTimeout(() => {
      engine.pendingTasks -= 1;
      end();
    });
  });

  /** Counts reading a body as pending work, because it takes several tasks. */
  function counted(response: Response): Response {
    const { json } = response;
    response.json = () => {
      engine.pendingTasks += 1;
      return json.call(response).finally(() => {
        engine.pendingTasks -= 1;
      });
    };
    return response;
  }

  interceptFetch(
    window,
    (url) => relays.some((relay) => url.startsWith(`${relay}/chat/`)) || url.endsWith('/chat/origin-check'),
    async (url, init) =>
      // Not part of any scenario: the page is allowed.
      url.endsWith('/chat/origin-check')
        ? Response.json({ allowed: true })
        : counted(await network.request(url, init)),
  );

  Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => isOnline });

  engine.performers.push(network.perform, (command) => {
    if (command.do !== 'network') return;
    isOnline = command.isOnline;
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });
}
