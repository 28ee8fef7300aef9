import type { Clock } from '../../base/clock.ts';
import type { Connection } from '../sessions/connection.ts';
import type { ConnectionRegistry, Disconnect } from './connection-registry.ts';
import { createDelayQueue } from './delay-queue.ts';
import type { Faults } from './faults.ts';
import { frameEffectOf, NO_DELAY } from './frame-effect.ts';

export interface SocketConnection extends Connection {
  /** Ends the TCP connection without a close frame. */
  terminate(): void;
}

/** A socket whose frames pass through the injected faults. A session stores only the frames that get through. */
export interface FaultyConnection {
  /** The session's side of the socket. */
  readonly connection: Connection;
  /** Passes a frame of the client to the session. A binary frame is null. */
  receive(frame: string | null): void;
  /** Drops the frames that are still delayed and ignores later ones. Idempotent. */
  dispose(): void;
}

/** Opens the faulty connection of one socket. `receive` gets the client's frames that come through. */
export type OpenFaultyConnection = (
  sessionId: string,
  socket: SocketConnection,
  receive: (connection: Connection, frame: string | null) => void,
) => FaultyConnection;

/** The first half of a frame. It is never valid JSON. */
const corrupted = (frame: string) => frame.slice(0, Math.ceil(frame.length / 2));

export const createFaultyConnections =
  (faults: Pick<Faults, 'apply'>, registry: ConnectionRegistry, clock: Clock): OpenFaultyConnection =>
  (sessionId, socket, receive) => {
    const queues = { 'frames-down': createDelayQueue(clock), 'frames-up': createDelayQueue(clock) };
    let isOver = false;
    const unregister = registry.add({ sessionId, isOpen: socket.isOpen, disconnect });

    function carry<Frame extends string | null>(
      on: keyof typeof queues,
      frame: Frame,
      deliver: (frame: Frame | string) => void,
    ) {
      // One packet may hold more frames behind the one that ended the connection.
      if (isOver) return;
      const effect = frameEffectOf(frame, faults.apply({ on, sessionId, frame }));
      const { copies, delay, heldMs, disconnect: how } = effect;
      const sent = effect.isCorrupt && frame !== null ? corrupted(frame) : frame;
      const arrive = how ? () => disconnect(how) : () => deliver(sent);
      for (let copy = 0; copy < copies; copy += 1) {
        if (heldMs > 0 && copy === 0) queues[on].pushAfterNext(arrive, delay, heldMs);
        else queues[on].push(arrive, delay);
      }
    }

    function dispose() {
      isOver = true;
      unregister();
      for (const queue of Object.values(queues)) queue.dispose();
    }

    function disconnect(how: Disconnect) {
      dispose();
      if (how === 'terminate') socket.terminate();
      else socket.close(how.code, how.reason);
    }

    const connection: Connection = {
      isOpen: socket.isOpen,
      send: (frame) => carry('frames-down', frame, socket.send),
      // The close frame stays behind the frames that were sent before it.
      close: (code, reason) => queues['frames-down'].push(() => socket.close(code, reason), NO_DELAY),
    };
    return {
      connection,
      receive: (frame) => carry('frames-up', frame, (delivered) => receive(connection, delivered)),
      dispose,
    };
  };
