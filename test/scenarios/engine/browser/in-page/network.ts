import { type PageSocket, socketClass } from './socket.ts';
import type { PageStage, Setup } from './types.ts';

/** Sockets, calls of the relay and the network's news, as the engine has them. */

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));

interface Call {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

export function installNetwork(stage: PageStage, { relays }: Setup): void {
  const sockets = new Map<number, PageSocket>();
  const calls = new Map<number, Call>();
  let numbers = 0;
  let isOnline = true;
  const nextNumber = () => {
    numbers += 1;
    return numbers;
  };

  window.WebSocket = socketClass(stage, nextNumber, sockets);

  const nativeFetch = window.fetch;
  window.fetch = (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!relays.some((it) => url.startsWith(`${it}/chat/`))) return nativeFetch(input, init);
    const call = nextNumber();
    const { method = 'GET', body = null, signal } = init;
    stage.tell({ is: 'call', call, method, url, body });
    return new Promise((resolve, reject) => {
      calls.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => {
        stage.tell({ is: 'aborted', call });
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  };

  /** Reading a body takes tasks of its own. */
  function responseOf(body: string | null, status: number, headers: HeadersInit): Response {
    const response = new Response(body, { status, headers });
    const { json } = response;
    response.json = () => {
      stage.busy += 1;
      return json.call(response).finally(() => {
        stage.busy -= 1;
      });
    };
    return response;
  }

  Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => isOnline });

  stage.performers.push((order) => {
    switch (order.do) {
      case 'opened':
        return sockets.get(order.socket)?.opened();
      case 'text':
        return sockets.get(order.socket)?.message(order.text);
      case 'binary':
        return sockets.get(order.socket)?.message(bytesOf(order.base64));
      case 'closed':
        return sockets.get(order.socket)?.closed(order.code, order.reason);
      case 'answered':
        return calls.get(order.call)?.resolve(responseOf(order.body, order.status, order.headers));
      case 'unanswered':
        return calls.get(order.call)?.reject(new TypeError('Failed to fetch'));
      case 'network':
        isOnline = order.isOnline;
        window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
        return;
      default:
        return;
    }
  });
}
