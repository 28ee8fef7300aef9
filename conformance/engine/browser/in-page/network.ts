import { type PageSocket, socketClass } from './socket.ts';
import type { InPageEngine, Setup } from './types.ts';

/** Replaces sockets, relay calls and network events of the page. */

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (item) => item.charCodeAt(0));

interface Call {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

export function installNetwork(engine: InPageEngine, { relays }: Setup): void {
  const sockets = new Map<number, PageSocket>();
  const calls = new Map<number, Call>();
  let numbers = 0;
  let isOnline = true;
  const nextNumber = () => {
    numbers += 1;
    return numbers;
  };

  window.WebSocket = socketClass(engine, nextNumber, sockets);

  const nativeFetch = window.fetch;
  window.fetch = (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    // Not part of any scenario: the page is allowed.
    if (url.endsWith('/chat/origin-check')) return Promise.resolve(Response.json({ allowed: true }));
    if (!relays.some((relay) => url.startsWith(`${relay}/chat/`))) return nativeFetch(input, init);
    const call = nextNumber();
    const { method = 'GET', body = null, signal } = init;
    engine.emit({ is: 'call', call, method, url, body });
    return new Promise((resolve, reject) => {
      calls.set(call, { resolve, reject });
      signal?.addEventListener('abort', () => {
        engine.emit({ is: 'aborted', call });
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  };

  /** Counts reading a body as pending work, because it takes several tasks. */
  function responseOf(body: string | null, status: number, headers: HeadersInit): Response {
    const response = new Response(body, { status, headers });
    const { json } = response;
    response.json = () => {
      engine.pendingTasks += 1;
      return json.call(response).finally(() => {
        engine.pendingTasks -= 1;
      });
    };
    return response;
  }

  Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => isOnline });

  engine.performers.push((command) => {
    switch (command.do) {
      case 'opened':
        return sockets.get(command.socket)?.opened();
      case 'text':
        return sockets.get(command.socket)?.message(command.text);
      case 'binary':
        return sockets.get(command.socket)?.message(bytesOf(command.base64));
      case 'closed':
        return sockets.get(command.socket)?.closed(command.code, command.reason);
      case 'answered':
        return calls.get(command.call)?.resolve(responseOf(command.body, command.status, command.headers));
      case 'unanswered':
        return calls.get(command.call)?.reject(new TypeError('Failed to fetch'));
      case 'network':
        isOnline = command.isOnline;
        window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
        return;
      default:
        return;
    }
  });
}
