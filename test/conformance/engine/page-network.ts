import type { ClientEnd, OpenedSocket } from '../../../src/testing/connection.ts';
import type { PageCommand, PageEvent } from './page.ts';

/** Event without its time, which is now. */
export type UntimedEvent<It = PageEvent> = It extends PageEvent ? Omit<It, 'at'> : never;

/** Network of a page whose other end is the engine: sockets and calls are events, and their answers are commands. */
export interface PageNetwork {
  openSocket(url: string, client: ClientEnd): OpenedSocket;
  request(url: string, init?: RequestInit): Promise<Response>;
  perform(command: PageCommand): void;
}

interface Call {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;

/** `nextNumber` returns a number for a socket or a call. */
export function createPageNetwork(
  nextNumber: () => number,
  emit: (event: UntimedEvent) => void,
): PageNetwork {
  const sockets = new Map<number, ClientEnd>();
  const calls = new Map<number, Call>();
  return {
    openSocket(url, client) {
      const socket = nextNumber();
      sockets.set(socket, client);
      emit({ is: 'socket', socket, url });
      return {
        send: (text) => emit({ is: 'sent', socket, text }),
        close(code = 1000) {
          sockets.delete(socket);
          emit({ is: 'closed', socket, code });
        },
      };
    },
    request(url, { method = 'GET', body = null, signal } = {}) {
      const call = nextNumber();
      emit({ is: 'call', call, method, url, body: body as string | null });
      return new Promise((resolve, reject) => {
        calls.set(call, { resolve, reject });
        signal?.addEventListener('abort', () => {
          emit({ is: 'aborted', call });
          reject(new DOMException('aborted', 'AbortError'));
        });
      });
    },
    perform(command) {
      switch (command.do) {
        case 'opened':
          return sockets.get(command.socket)?.opened();
        case 'text':
          return sockets.get(command.socket)?.text(command.text);
        case 'binary':
          return sockets.get(command.socket)?.binary(bytesOf(command.base64));
        case 'closed': {
          const client = sockets.get(command.socket);
          sockets.delete(command.socket);
          return client?.closed(command.code, command.reason);
        }
        case 'answered': {
          const { status, headers, body } = command;
          return calls.get(command.call)?.resolve(new Response(body, { status, headers }));
        }
        case 'unanswered':
          return calls.get(command.call)?.reject(new TypeError('Failed to fetch'));
        default:
          return;
      }
    },
  };
}
