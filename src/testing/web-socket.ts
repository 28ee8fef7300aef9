import type { ClientEnd, OpenedSocket } from './connection.ts';

/** Dispatches the end of a socket asynchronously: a page learns of it after `close()` has returned. */
type Later = (run: () => void) => void;

/** Creates a class with the interface of the browser's `WebSocket`. `open` opens its sockets. */
export function webSocketClass(
  open: (url: string, client: ClientEnd) => OpenedSocket,
  later: Later = queueMicrotask,
): typeof WebSocket {
  class PageSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly protocol = '';
    readonly extensions = '';
    readonly bufferedAmount = 0;
    readonly url: string;
    binaryType: BinaryType = 'blob';
    readyState: number = PageSocket.CONNECTING;
    onopen: ((event: Event) => void) | null = null;
    onmessage: ((event: Event) => void) | null = null;
    onclose: ((event: Event) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    readonly #socket: OpenedSocket;

    constructor(url: string | URL) {
      super();
      this.url = String(url);
      this.#socket = open(this.url, {
        opened: () => {
          if (this.readyState !== PageSocket.CONNECTING) return;
          this.readyState = PageSocket.OPEN;
          this.#happen(new Event('open'));
        },
        text: (data) => this.#receive(data),
        binary: (bytes) => this.#receive(this.binaryType === 'blob' ? new Blob([bytes]) : bytes),
        closed: (code, reason) => this.readyState < PageSocket.CLOSING && this.#end(code, reason),
      });
    }

    send(frame: string): void {
      if (this.readyState === PageSocket.CONNECTING) throw new DOMException('not open', 'InvalidStateError');
      if (this.readyState === PageSocket.OPEN) this.#socket.send(frame);
    }

    close(code = 1005): void {
      if (this.readyState >= PageSocket.CLOSING) return;
      const wasOpen = this.readyState === PageSocket.OPEN;
      this.#socket.close(code);
      this.#end(wasOpen ? code : 1006, '');
    }

    #receive(data: unknown): void {
      if (this.readyState === PageSocket.OPEN) this.#happen(new MessageEvent('message', { data }));
    }

    #end(code: number, reason: string): void {
      this.readyState = PageSocket.CLOSING;
      later(() => {
        this.readyState = PageSocket.CLOSED;
        const wasClean = code !== 1006;
        if (!wasClean) this.#happen(new Event('error'));
        this.#happen(new CloseEvent('close', { code, reason, wasClean }));
      });
    }

    #happen(event: Event): void {
      this[`on${event.type}` as 'onopen']?.(event);
      this.dispatchEvent(event);
    }
  }
  return PageSocket as unknown as typeof WebSocket;
}
