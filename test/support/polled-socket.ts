import type { Clock } from '../../src/base/clock.ts';
import { openPolls } from '../../src/chat/shell/polls.ts';
import type { OpenSocket, SocketEvents, SocketPort } from '../../src/chat/shell/socket.ts';
import type { FramesRequest } from '../../src/protocol/relay.ts';
import { createPolledSide, type PolledSide } from '../../src/relay/node/socket/polled-side.ts';

/** Time until a call is answered, and its loss before or after the relay has got it. */
export type CallFate = { readonly inMs: number; readonly lost?: 'request' | 'answer' | undefined };

export interface PolledSocketPorts {
  readonly clock: Clock;
  uuid(): string;
  /** Default: at once. */
  fate?(): CallFate;
}

interface Relay {
  readonly side: PolledSide;
  close(): void;
  readonly opened: Promise<boolean>;
}

/**
 * Sockets whose frames travel by polls: the client's own polls and the relay's own side of them, with `openSocket` as the platform's
 * socket behind it. Nothing reads the connection's id, since each has a relay of its own.
 */
export function polledSockets(
  openSocket: SocketPort,
  { clock, uuid, fate = () => ({ inMs: 0 }) }: PolledSocketPorts,
): SocketPort {
  function openRelay(url: string): Relay {
    let settle = (_isOpen: boolean) => {};
    const opened = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const side = createPolledSide(clock, close);
    let isOver = false;
    function close(): void {
      if (!isOver) socket.close();
      isOver = true;
    }
    const socket = openSocket(url, {
      opened: () => settle(true),
      text: (text) => side.send(text, false),
      binary: () => {},
      closed(code) {
        isOver = true;
        settle(false);
        side.close(code, '');
      },
    });
    side.listen({
      text: (text) => socket.send(text),
      binary() {},
      bytesChanged() {},
      closed: close,
    });
    return { side, close, opened };
  }

  const answer = (body: unknown) => ({ ok: true, status: 200, json: async () => body }) as Response;

  return (url: string, on: SocketEvents): OpenSocket => {
    const relay = openRelay(url);
    const { side, opened } = relay;
    let posts = 0;
    let isLeft = false;
    /** The relay of the test notices at once that its page has left, after the frames that are on their way. */
    function leave(): void {
      if (!isLeft || posts > 0) return;
      relay.close();
      side.dispose();
    }
    const elapsed = (ms: number) =>
      ms === 0 ? Promise.resolve() : new Promise<void>((resolve) => void clock.after(ms, resolve));

    async function answered(input: string, { method, body }: RequestInit, leaving: AbortSignal) {
      const { inMs, lost } = fate();
      if (!(await opened)) throw new TypeError('refused');
      await elapsed(inMs);
      if (lost === 'request') throw new TypeError('lost');
      let result: unknown;
      if (method === 'POST') side.receive((JSON.parse(String(body)) as FramesRequest).frames);
      else result = await side.poll(Number(new URL(input).searchParams.get('poll')), 0, leaving);
      await elapsed(inMs);
      if (lost === 'answer') throw new TypeError('lost');
      return answer(result);
    }

    function call(input: string, init: RequestInit): Promise<Response> {
      // Each request has a signal of its own at the relay.
      const leaving = new AbortController();
      if (init.method === 'POST') {
        posts += 1;
        return answered(input, init, leaving.signal).finally(() => {
          posts -= 1;
          leave();
        });
      }
      return new Promise((resolve, reject) => {
        function abort(): void {
          leaving.abort();
          reject(new DOMException('aborted', 'AbortError'));
        }
        init.signal?.addEventListener('abort', abort);
        answered(input, init, leaving.signal)
          .finally(() => init.signal?.removeEventListener('abort', abort))
          .then(resolve, reject);
      });
    }

    const client = openPolls(
      { fetch: call as typeof fetch, uuid },
      'https://relay.example.test/frames',
      () => 0,
      {
        ...on,
        closed(code) {
          isLeft = true;
          leave();
          on.closed(code);
        },
      },
    );
    return {
      send: client.send,
      close() {
        client.close();
        isLeft = true;
        leave();
      },
    };
  };
}
