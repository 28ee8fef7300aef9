import type { InPageEngine } from './types.ts';

/** Socket whose other end is the engine. */
export interface PageSocket {
  opened(): void;
  message(data: string | Uint8Array<ArrayBuffer>): void;
  closed(code: number, reason: string): void;
}

/** Creates a WebSocket class that registers each socket under a number. */
export function socketClass(
  engine: InPageEngine,
  nextNumber: () => number,
  sockets: Map<number, PageSocket>,
): typeof WebSocket {
  return class extends EventTarget implements PageSocket {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly protocol = '';
    readonly extensions = '';
    readonly bufferedAmount = 0;
    readonly number = nextNumber();
    readonly url: string;
    binaryType: BinaryType = 'blob';
    readyState = 0;
    onopen: ((event: Event) => void) | null = null;
    onmessage: ((event: MessageEvent) => void) | null = null;
    onclose: ((event: CloseEvent) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;

    constructor(url: string | URL) {
      super();
      this.url = String(url);
      sockets.set(this.number, this);
      engine.emit({ is: 'socket', socket: this.number, url: this.url });
    }

    send(text: string): void {
      if (this.readyState === 0) throw new DOMException('not open', 'InvalidStateError');
      if (this.readyState === 1) engine.emit({ is: 'sent', socket: this.number, text });
    }

    close(code = 1005): void {
      if (this.readyState >= 2) return;
      const wasOpen = this.readyState === 1;
      this.readyState = 2;
      engine.emit({ is: 'closed', socket: this.number, code });
      this.#end(wasOpen ? code : 1006, '');
    }

    opened(): void {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.#happen(new Event('open'));
    }

    message(data: string | Uint8Array<ArrayBuffer>): void {
      if (this.readyState !== 1) return;
      const bytes = typeof data === 'string' ? data : data.buffer;
      const isBlob = typeof data !== 'string' && this.binaryType === 'blob';
      this.#happen(new MessageEvent('message', { data: isBlob ? new Blob([bytes]) : bytes }));
    }

    closed(code: number, reason: string): void {
      if (this.readyState >= 2) return;
      this.readyState = 2;
      this.#end(code, reason);
    }

    /** Dispatches the close event in a separate task. */
    #end(code: number, reason: string): void {
      sockets.delete(this.number);
      engine.pendingTasks += 1;
      engine.native.setTimeout(() => {
        engine.pendingTasks -= 1;
        this.readyState = 3;
        const wasClean = code !== 1006;
        if (!wasClean) this.#happen(new Event('error'));
        this.#happen(new CloseEvent('close', { code, reason, wasClean }));
      });
    }

    #happen(event: Event): void {
      const handler = this[`on${event.type}` as 'onopen'];
      if (handler) this.addEventListener(event.type, handler, { once: true });
      this.dispatchEvent(event);
      if (handler) this.removeEventListener(event.type, handler);
    }
  } as unknown as typeof WebSocket;
}
