import { own } from '../../base/own.ts';
import { listOf, maybeInteger, object, parse, readString } from '../../protocol/field-readers.ts';
import { MAX_POSTED_FRAMES } from '../../protocol/limits.ts';
import type { FramesRequest } from '../../protocol/relay.ts';
import type { Ports } from './ports.ts';
import type { OpenSocket, SocketEvents } from './socket.ts';

/** Browsers fail requests that outlive their page with more than 64 KB. */
const MAX_KEPT_ALIVE = 16_000;
/** The code of a broken connection. */
const LOST = 1006;

const framesAnswer = object({ frames: listOf(readString), closed: maybeInteger });

/**
 * Opens a polled connection of a session (M-12.26). A failed poll is repeated once: its answer may have been lost.
 * @param url of the session's frames
 * @param cursor returns the page's present cursor
 */
export function openPolls(
  { fetch, uuid }: Pick<Ports, 'fetch' | 'uuid'>,
  url: string,
  cursor: () => number,
  on: SocketEvents,
): OpenSocket {
  const aborter = new AbortController();
  const { signal } = aborter;
  const connection = uuid();
  let unsent: string[] = [];
  let isPosting = false;
  let nth = 1;
  let isOpen = false;

  function request(init: RequestInit, poll = ''): Promise<Response> {
    const address = `${url}?connection=${connection}&cursor=${cursor()}${poll}`;
    return fetch(address, own<RequestInit>({ ...init, credentials: 'include', cache: 'no-store' }));
  }

  function end(code: number): void {
    if (signal.aborted) return;
    aborter.abort();
    on.closed(code);
  }

  async function readAnswer() {
    try {
      const response = await request({ signal }, `&poll=${nth}`);
      const answer = parse(framesAnswer, response.ok && (await response.json()));
      return answer.ok ? answer.value : undefined;
    } catch {
      return undefined;
    }
  }

  async function poll(): Promise<void> {
    for (; !signal.aborted; nth++) {
      const answer = (await readAnswer()) ?? (isOpen && !signal.aborted ? await readAnswer() : undefined);
      if (!answer) return end(LOST);
      if (signal.aborted) return;
      if (!isOpen) on.opened();
      isOpen = true;
      for (const frame of answer.frames) if (!signal.aborted) on.text(frame);
      if (answer.closed !== undefined) return end(answer.closed);
    }
  }

  /** Posts what waits. One request at a time keeps the order. */
  async function flush(): Promise<void> {
    if (isPosting) return;
    isPosting = true;
    while (unsent.length > 0) {
      const frames = unsent.splice(0, MAX_POSTED_FRAMES);
      const body = JSON.stringify({ frames } satisfies FramesRequest);
      const response = await request({
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        // The page may be left before the last words are on their way.
        keepalive: body.length < MAX_KEPT_ALIVE,
      }).catch(() => undefined);
      if (!response?.ok) {
        unsent = [];
        end(LOST);
      }
    }
    isPosting = false;
  }

  void poll();
  return {
    send(frame) {
      unsent.push(frame);
      void flush();
    },
    close: () => aborter.abort(),
  };
}
