import type { WebSocket } from 'ws';
import type { Clock } from '../../../base/clock.ts';
import { pause, startDeadline } from '../../../base/deadline.ts';
import { HANDSHAKE_MS, MAX_SERVER_FRAME_BYTES } from '../../../protocol/limits.ts';
import type { OpenUpstream } from '../../../relay/node/outbound/open-socket.ts';
import type { Happening, SocketRecord } from '../evidence/evidence.ts';
import { allEvents, stepOf, type WireEvent } from '../evidence/frames.ts';
import { OUT_OF_TIME } from './http.ts';

/** Frames and characters of one socket that are kept. */
const MAX_FRAMES = 5_000;
/** Handshakes without an answer after which no other is made. */
const MAX_SILENT = 2;
const MAX_CHARACTERS = 2 * MAX_SERVER_FRAME_BYTES;

export interface SocketPorts {
  readonly clock: Clock;
  readonly open: OpenUpstream;
  /** Aborts at the end of the run. */
  readonly stop: AbortSignal;
}

/** An open socket. All its happenings are kept. */
export interface Line {
  /** Begins a step. A closed socket has no further ones. */
  step(name: string): void;
  send(text: string): void;
  /** Resolves to true once the events of the step satisfy the condition; to false after the time, or when the socket closes. */
  until(isDone: (events: readonly WireEvent[]) => boolean, inMs: number): Promise<boolean>;
  /** Resolves after so long without a frame, or after `atMostMs`. */
  quiet(forMs: number, atMostMs: number): Promise<void>;
  /** Resolves when the platform has closed the socket, or after the time. */
  closed(inMs: number): Promise<void>;
  /** Closes the socket. Idempotent. */
  close(): void;
}

export interface SocketRecorder {
  /** undefined when the handshake did not open a socket. */
  connect(name: string, url: string): Promise<Line | undefined>;
  readonly records: Record<string, SocketRecord>;
}

/** Opens sockets and keeps what happens on them. A handshake takes at most ten seconds. */
export function createSocketRecorder({ clock, open, stop }: SocketPorts): SocketRecorder {
  const records: Record<string, SocketRecord> = {};
  const openSockets = new Set<WebSocket>();
  stop.addEventListener('abort', () => {
    for (const socket of openSockets) socket.terminate();
  });

  let silent = 0;

  async function connect(name: string, url: string): Promise<Line | undefined> {
    if (silent >= MAX_SILENT) {
      records[name] = { kind: 'skipped', why: `the host gave no answer to ${MAX_SILENT} handshakes` };
      return undefined;
    }
    const deadline = startDeadline(clock, HANDSHAKE_MS, stop);
    const opening = await open(url, deadline.signal);
    deadline.clear();
    if (stop.aborted) {
      if (opening.kind === 'opened') opening.socket.terminate();
      records[name] = { kind: 'skipped', why: OUT_OF_TIME };
      return undefined;
    }
    if (opening.kind === 'refused') {
      records[name] = opening;
      return undefined;
    }
    if (opening.kind === 'failed') {
      silent += 1;
      const why = deadline.hasExpired()
        ? `no answer to the handshake in ${HANDSHAKE_MS / 1_000} s`
        : 'the connection failed during the handshake';
      records[name] = { kind: 'failed', why };
      return undefined;
    }
    const { socket } = opening;
    const happenings: Happening[] = [];
    const listeners = new Set<() => void>();
    let frames = 0;
    let characters = 0;
    let current: string | undefined;
    let isClosed = false;
    records[name] = { kind: 'opened', happenings };

    function add(happening: Happening) {
      happenings.push(happening);
      for (const listener of [...listeners]) listener();
    }
    /** At the end of the run: the platform did not close the socket, and had no time for the last step. */
    function cutStep() {
      happenings.splice(happenings.findLastIndex(({ kind }) => kind === 'step'));
      if (!happenings.some(({ kind }) => kind === 'received'))
        records[name] = { kind: 'skipped', why: OUT_OF_TIME };
    }
    socket.on('error', () => {});
    socket.on('message', (content, isBinary) => {
      const text = isBinary ? null : String(content);
      frames += 1;
      characters += text?.length ?? 0;
      if (frames <= MAX_FRAMES && characters <= MAX_CHARACTERS) return add({ kind: 'received', text });
      socket.terminate();
    });
    socket.on('close', (code) => {
      isClosed = true;
      if (stop.aborted) cutStep();
      else add({ kind: 'closed', code });
      for (const listener of [...listeners]) listener();
    });
    openSockets.add(socket);
    socket.on('close', () => openSockets.delete(socket));
    socket.resume();

    /** Resolves when the condition holds after a happening, the socket closes, or the time is over. */
    const waitFor = (holds: () => boolean, inMs: number): Promise<void> =>
      new Promise((resolve) => {
        const cancel = clock.after(inMs, done);
        listeners.add(look);
        look();
        function look() {
          if (isClosed || holds()) done();
        }
        function done() {
          cancel();
          listeners.delete(look);
          resolve();
        }
      });

    return {
      step(step) {
        current = step;
        if (!isClosed) add({ kind: 'step', name: step });
      },
      send(text) {
        add({ kind: 'sent', text });
        if (!isClosed) socket.send(text);
      },
      async until(isDone, inMs) {
        const events = () => allEvents((current && stepOf(happenings, current)) || happenings);
        await waitFor(() => isDone(events()), inMs);
        return isDone(events());
      },
      async quiet(forMs, atMostMs) {
        const end = clock.now() + atMostMs;
        for (let seen = -1; seen !== happenings.length && clock.now() < end && !isClosed; ) {
          seen = happenings.length;
          await pause(clock, forMs, stop);
        }
      },
      closed: (inMs) => waitFor(() => false, inMs),
      close: () => socket.close(1000),
    };
  }

  return { connect, records };
}
