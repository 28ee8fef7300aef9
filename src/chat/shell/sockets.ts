import { encode } from '../../protocol/codec.ts';
import { socketUrl } from '../../protocol/relay.ts';
import type { InputBody } from '../model/state.ts';
import type { Performers } from './effects.ts';
import type { RelayClient } from './relay-client.ts';
import type { OpenSocket, SocketPort } from './socket.ts';

export interface Sockets {
  readonly performers: Performers<'open-socket' | 'renew-socket' | 'close-socket' | 'send-frame'>;
  closeAll(): void;
}

/** The sockets of a chat, by number. Their events are inputs, unless the socket was closed. */
export function createSockets(
  openSocket: SocketPort,
  relay: Pick<RelayClient, 'resume'>,
  dispatch: (input: InputBody) => void,
): Sockets {
  const sockets = new Map<number, OpenSocket>();

  function open(socket: number, url: string): void {
    sockets.set(
      socket,
      openSocket(url, {
        opened: () => dispatch({ type: 'socket-opened', socket }),
        text: (text) => dispatch({ type: 'frame', socket, text }),
        binary: () => dispatch({ type: 'binary-frame', socket }),
        closed(code) {
          sockets.delete(socket);
          dispatch({ type: 'socket-closed', socket, code });
        },
      }),
    );
  }

  return {
    performers: {
      'open-socket': ({ socket, url }) => open(socket, url),
      async 'renew-socket'({ socket, sessionId, cursor }) {
        const aborter = new AbortController();
        sockets.set(socket, { send() {}, close: () => aborter.abort() });
        const answer = await relay.resume(sessionId, aborter.signal);
        if (aborter.signal.aborted) return;
        if (answer.type === 'grant') return open(socket, socketUrl(answer.grant, cursor));
        sockets.delete(socket);
        dispatch({ type: 'socket-closed', socket, code: 1006 });
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
