import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Emulator } from '../../../src/emulator/index.ts';
import { type Session, socketUrl } from '../visitor.ts';

/** A socket that takes whatever comes, for tests: the bytes as they are, in the order in which they came. */
export interface Wire {
  readonly texts: readonly string[];
  /** The types of what came, without their prefix; `?` for what cannot be read. */
  types(): readonly string[];
  send(type: string, payload?: object, id?: string): void;
  say(text: string, id?: string): void;
  /** Resolves when the platform has taken what was sent so far, and all that it has put on the wire is here, or has closed it. */
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

export async function openWire(emulator: Emulator, session: Session, cursor?: number): Promise<Wire> {
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
      // Frames of a socket stay in order both ways, pings and pongs among them; and no fault strikes these.
      const pong = once(socket, 'pong');
      socket.ping();
      await Promise.race([pong, closed]);
    },
    closed,
  };
}
