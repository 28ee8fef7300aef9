import { encode } from '../../protocol/codec.ts';
import { socketUrl } from '../../protocol/relay.ts';
import type { InputBody } from '../model/state.ts';
import type { Performers } from './effects.ts';
import type { Ports } from './ports.ts';
import type { RelayClient } from './relay-client.ts';
import type { OpenSocket, SocketEvents } from './socket.ts';

export interface Sockets {
  readonly performers: Performers<
    'open-socket' | 'renew-socket' | 'open-polls' | 'close-socket' | 'send-frame'
  >;
  closeAll(): void;
}

/** The sockets of a chat, by number. Their events are inputs, unless the socket was closed. */
/** @param cursor returns the cursor of the conversation */
export function createSockets(
  { openSocket, fetch, uuid }: Pick<Ports, 'openSocket' | 'fetch' | 'uuid'>,
  relay: Pick<RelayClient, 'resume' | 'framesUrl'>,
  cursor: () => number,
  dispatch: (input: InputBody) => void,
): Sockets {
  const sockets = new Map<number, OpenSocket>();

  function lost(socket: number, code = 1006): void {
    sockets.delete(socket);
    dispatch({ type: 'socket-closed', socket, code });
  }

  const eventsOf = (socket: number): SocketEvents => ({
    opened: () => dispatch({ type: 'socket-opened', socket }),
    text: (text) => dispatch({ type: 'frame', socket, text }),
    binary: () => dispatch({ type: 'binary-frame', socket }),
    closed: (code) => lost(socket, code),
  });

  const open = (socket: number, url: string) => void sockets.set(socket, openSocket(url, eventsOf(socket)));

  /** Holds the place of a socket until it can be opened. */
  function reserve(socket: number): AbortSignal {
    const aborter = new AbortController();
    sockets.set(socket, { send() {}, close: () => aborter.abort() });
    return aborter.signal;
  }

  return {
    performers: {
      'open-socket': ({ socket, url }) => open(socket, url),
      async 'renew-socket'({ socket, sessionId, cursor, carrier }) {
        const signal = reserve(socket);
        const answer = await relay.resume(sessionId, signal, carrier);
        if (signal.aborted) return;
        if (answer.type === 'grant') open(socket, socketUrl(answer.grant, cursor));
        else lost(socket);
      },
      async 'open-polls'({ socket, sessionId }) {
        const signal = reserve(socket);
        // Few networks block sockets, so this code is lazy.
        const polls = await import('./polls.ts').catch(() => undefined);
        if (signal.aborted) return;
        if (!polls) return lost(socket);
        const url = relay.framesUrl(sessionId);
        sockets.set(socket, polls.openPolls({ fetch, uuid }, url, cursor, eventsOf(socket)));
      },
      'close-socket'({ socket }) {
        sockets.get(socket)?.close();
        sockets.delete(socket);
      },
      'send-frame': ({ socket, command, dialect }) => sockets.get(socket)?.send(encode(command, dialect)),
    },
    closeAll() {
      for (const socket of sockets.values()) {
        try {
          socket.close();
        } catch {
          // The socket is closed anyway.
        }
      }
      sockets.clear();
    },
  };
}
