import type { Clock } from '../../base/clock.ts';
import type { Connection } from '../connection.ts';
import type { Faults } from './index.ts';
import type { LastingFault } from './injected-fault.ts';
import { createLane, type Lane } from './lane.ts';

/** A socket with the faults that its frames meet on the way. What is stored of a session is what came through. */
export interface Link {
  /** What the session has of the socket. */
  readonly connection: Connection;
  /** Takes a frame of the client, or null for a binary one, to the session. */
  receive(frame: string | null): void;
  /** Forgets what is still on the way; may be called twice. */
  dispose(): void;
}

/** Opens the link of one socket. `receive` is the session's ear. */
export type OpenLink = (
  sessionId: string,
  socket: Connection,
  receive: (connection: Connection, frame: string | null) => void,
) => Link;

/** What becomes of a frame when all that strikes it is put together. */
interface Passage {
  readonly copies: number;
  readonly inMs: number;
  readonly isCorrupt: boolean;
  /** How long at most it waits to be overtaken. */
  readonly heldMs: number;
}

const STRAIGHT: Passage = { copies: 1, inMs: 0, isCorrupt: false, heldMs: 0 };

function struckBy(passage: Passage, fault: LastingFault): Passage {
  switch (fault.do) {
    case 'drop':
      return { ...passage, copies: 0 };
    case 'duplicate':
      return { ...passage, copies: passage.copies * 2 };
    case 'delay':
      return { ...passage, inMs: passage.inMs + fault.inMs };
    case 'corrupt':
      return { ...passage, isCorrupt: true };
    case 'reorder':
      return { ...passage, heldMs: Math.max(passage.heldMs, fault.inMs) };
    default:
      return passage;
  }
}

/** The first half of a frame, which is never JSON. */
const garbled = (frame: string) => frame.slice(0, Math.ceil(frame.length / 2));

function send(lane: Lane, { copies, inMs, heldMs }: Passage, deliver: () => void) {
  for (let copy = 0; copy < copies; copy += 1) {
    if (heldMs > 0 && copy === 0) lane.holdBack(deliver, inMs, heldMs);
    else lane.pass(deliver, inMs);
  }
}

export const createLinks =
  (faults: Pick<Faults, 'meet'>, clock: Clock): OpenLink =>
  (sessionId, socket, receive) => {
    const lanes = { 'frames-down': createLane(clock), 'frames-up': createLane(clock) };

    function carry<Frame extends string | null>(
      on: keyof typeof lanes,
      frame: Frame,
      deliver: (frame: Frame | string) => void,
    ) {
      const passage = faults.meet({ on, sessionId, frame }).reduce(struckBy, STRAIGHT);
      const sent = passage.isCorrupt && frame !== null ? garbled(frame) : frame;
      send(lanes[on], passage, () => deliver(sent));
    }

    function dispose() {
      for (const lane of Object.values(lanes)) lane.dispose();
    }

    const connection: Connection = {
      isOpen: socket.isOpen,
      send: (frame) => carry('frames-down', frame, socket.send),
      // Behind what was said before it.
      close: (code, reason) => lanes['frames-down'].pass(() => socket.close(code, reason), 0),
      cut() {
        dispose();
        socket.cut();
      },
    };
    return {
      connection,
      receive: (frame) => carry('frames-up', frame, (it) => receive(connection, it)),
      dispose,
    };
  };
