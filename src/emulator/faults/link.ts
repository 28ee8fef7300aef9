import type { Clock } from '../../base/clock.ts';
import type { Connection } from '../connection.ts';
import type { FaultPorts, Faults } from './index.ts';
import { createLane } from './lane.ts';
import { type Ending, passageOf } from './passage.ts';

/** A socket with the faults that its frames meet on the way. What is stored of a session is what came through. */
export interface Link {
  /** What the session has of the socket. */
  readonly connection: Connection;
  /** Takes a frame of the client, or null for a binary one, to the session. */
  receive(frame: string | null): void;
  /** Forgets what is still on the way, and takes nothing more; may be called twice. */
  dispose(): void;
}

/** Opens the link of one socket. `receive` is the session's ear. */
export type OpenLink = (
  sessionId: string,
  socket: Connection,
  receive: (connection: Connection, frame: string | null) => void,
) => Link;

/** Every link that is open. */
export interface Links {
  readonly open: OpenLink;
  readonly close: FaultPorts['close'];
}

/** The first half of a frame, which is never JSON. */
const garbled = (frame: string) => frame.slice(0, Math.ceil(frame.length / 2));

export function createLinks(faults: Pick<Faults, 'meet'>, clock: Clock): Links {
  const opened = new Map<Connection, { readonly sessionId: string; end(ending: Ending): void }>();

  function open(...[sessionId, socket, receive]: Parameters<OpenLink>): Link {
    const lanes = { 'frames-down': createLane(clock), 'frames-up': createLane(clock) };
    let isOver = false;

    function carry<Frame extends string | null>(
      on: keyof typeof lanes,
      frame: Frame,
      deliver: (frame: Frame | string) => void,
    ) {
      // One packet may bring more frames behind the one that ended the connection.
      if (isOver) return;
      const { copies, travel, heldMs, isCorrupt, ending } = passageOf(
        frame,
        faults.meet({ on, sessionId, frame }),
      );
      const sent = isCorrupt && frame !== null ? garbled(frame) : frame;
      const arrive = ending ? () => end(ending) : () => deliver(sent);
      for (let copy = 0; copy < copies; copy += 1) {
        if (heldMs > 0 && copy === 0) lanes[on].holdBack(arrive, travel, heldMs);
        else lanes[on].pass(arrive, travel);
      }
    }

    function dispose() {
      isOver = true;
      opened.delete(socket);
      for (const lane of Object.values(lanes)) lane.dispose();
    }

    function end(ending: Ending) {
      dispose();
      if (ending === 'cut') socket.cut();
      else socket.close(ending.code, ending.reason);
    }

    const connection: Connection = {
      isOpen: socket.isOpen,
      send: (frame) => carry('frames-down', frame, socket.send),
      // Behind what was said before it.
      close: (code, reason) =>
        lanes['frames-down'].pass(() => socket.close(code, reason), { inMs: 0, takesMs: 0 }),
      cut: () => end('cut'),
    };
    opened.set(socket, { sessionId, end });
    return {
      connection,
      receive: (frame) => carry('frames-up', frame, (it) => receive(connection, it)),
      dispose,
    };
  }

  return {
    open,
    close(sessionId, code, reason) {
      const meant = [...opened].filter(
        ([socket, link]) => socket.isOpen() && (sessionId === undefined || link.sessionId === sessionId),
      );
      for (const [, link] of meant) link.end({ code, reason });
      return meant.length;
    },
  };
}
