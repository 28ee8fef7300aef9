import type { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeLike } from './close-codes.ts';
import { createHeartbeat } from './heartbeat.ts';
import { countIncoming } from './incoming-bytes.ts';

export interface VisitorEvents {
  /** Called for each text frame while the side is open. */
  text(frame: string): void;
  /** Called for each binary frame while the side is open. */
  binary(): void;
  /** Called when `receivingBytes` has changed. */
  bytesChanged(): void;
  /** Called once, when the visitor is gone. 1006: without a close. */
  closed(code: number, reason: Buffer): void;
}

/** The visitor's end of a connection: a socket or polls. */
export interface VisitorSide {
  /** Must be called once, before `send`. */
  listen(on: VisitorEvents): void;
  isOpen(): boolean;
  /** `onSent`: the frame takes no more memory. */
  send(frame: Buffer | string, isBinary: boolean, onSent?: () => void): void;
  /** Closes with any code, as the other side was closed. */
  close(code: number, reason: string | Buffer): void;
  /** Discards unsent frames. */
  terminate(): void;
  /** Terminates the side if it has not answered the last ping, and pings it. */
  heartbeat(): void;
  /** Bytes of an unfinished message of the visitor. */
  receivingBytes(): number;
}

/** @param connection the one that `socket` reads from */
export function socketSide(socket: WebSocket, connection: Readable): VisitorSide {
  let receivingBytes = () => 0;
  return {
    listen(on) {
      receivingBytes = countIncoming(socket, connection, on.bytesChanged);
      socket.on('message', (content, isBinary) => {
        if (socket.readyState !== socket.OPEN) return;
        if (isBinary) on.binary();
        else on.text(content.toString());
      });
      socket.on('close', on.closed);
      // An oversized or malformed frame: ws has sent 1009, 1007 or 1002 itself, and 'close' follows.
      socket.on('error', () => {});
    },
    isOpen: () => socket.readyState === socket.OPEN,
    send: (frame, binary, onSent) => socket.send(frame, { binary }, onSent),
    close: (code, reason) => closeLike(socket, code, reason),
    terminate: () => socket.terminate(),
    heartbeat: createHeartbeat(socket),
    receivingBytes: () => receivingBytes(),
  };
}
