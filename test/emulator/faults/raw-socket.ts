import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Emulator } from '../../../src/emulator/index.ts';
import { type Session, socketUrl } from '../support/visitor.ts';

/** A socket for tests that records frames as they arrive, without reading them. */
export interface RawSocket {
  readonly texts: readonly string[];
  /** The event types of the received frames, without prefix; `?` for an unreadable frame. */
  types(): readonly string[];
  send(type: string, payload?: object, id?: string): void;
  say(text: string, id?: string): void;
  /** Resolves when the platform has read the frames sent so far and its own frames have arrived, or the socket is closed. */
  roundTrip(): Promise<void>;
  readonly closed: Promise<number>;
}

function typeOf(text: string): string {
  try {
    return String(JSON.parse(text).type).replace('EVENT_TYPE_', '');
  } catch {
    return '?';
  }
}

export async function openRawSocket(
  emulator: Emulator,
  session: Session,
  cursor?: number,
): Promise<RawSocket> {
  const query = { session_id: session.id, access_token: session.token };
  const socket = new WebSocket(
    socketUrl(emulator, { ...query, ...(cursor !== undefined && { cursor: String(cursor) }) }),
  );
  const texts: string[] = [];
  socket.on('message', (content) => texts.push(content.toString()));
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await once(socket, 'open');
  const send = (type: string, payload = {}, id?: string) =>
    socket.send(
      JSON.stringify({
        type: `EVENT_TYPE_${type}`,
        payload,
        ...(id !== undefined && { metadata: { custom: { client_event_id: id } } }),
      }),
    );
  return {
    texts,
    types: () => texts.map(typeOf),
    send,
    say: (text, id) => send('USER_MESSAGE', { text }, id),
    async roundTrip() {
      // Pings and pongs keep their place among the frames, and faults do not apply to them.
      const pong = once(socket, 'pong');
      socket.ping();
      await Promise.race([pong, closed]);
    },
    closed,
  };
}
