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

/** Waits until a socket opens. Rejects when it is refused. */
interface Relay {
  readonly side: PolledSide;
  close(): void;
  readonly opened: Promise<void>;
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
    let onOpened = () => {};
    let onRefused = () => {};
    const opened = new Promise<void>((resolve, reject) => {
      onOpened = resolve;
      onRefused = () => reject(new TypeError('refused'));
    });
    // A refusal before anybody waits is no unhandled one.
    opened.catch(() => {});
    const side = createPolledSide(clock, close);
    let isOpen = false;
    let isOver = false;
    function close(): void {
      if (!isOver) socket.close();
      isOver = true;
    }
    const socket = openSocket(url, {
      opened() {
        isOpen = true;
        onOpened();
      },
      text: (text) => side.send(text, false),
      binary: () => {},
      closed(code) {
        isOver = true;
        if (!isOpen) onRefused();
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

    async function call(input: string, { method, body, signal }: RequestInit): Promise<Response> {
      const answering = new AbortController();
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), {
          signal: answering.signal,
        }),
      );
      aborted.catch(() => {});
      // Each request has a signal of its own at the relay.
      const leaving = new AbortController();
      signal?.addEventListener('abort', () => leaving.abort(), { signal: answering.signal });
      const { inMs, lost } = fate();
      async function answered(): Promise<Response> {
        await opened;
        await elapsed(inMs);
        if (lost === 'request') throw new TypeError('lost');
        let result: unknown;
        if (method === 'POST') side.receive((JSON.parse(String(body)) as FramesRequest).frames);
        else {
          const nth = Number(new URL(input).searchParams.get('poll'));
          result = await side.poll(nth, 0, leaving.signal);
        }
        await elapsed(inMs);
        if (lost === 'answer') throw new TypeError('lost');
        return answer(result);
      }
      if (method !== 'POST') return Promise.race([answered(), aborted]).finally(() => answering.abort());
      posts += 1;
      return answered().finally(() => {
        posts -= 1;
        leave();
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
