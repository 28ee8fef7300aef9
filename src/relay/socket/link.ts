import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../base/clock.ts';
import { refusalText } from '../../protocol/client-frames.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { encodeServerEvent } from '../../protocol/server-frames.ts';
import { readClientEvent } from './client-event.ts';
import { closeLike } from './close-codes.ts';
import { passDown } from './downlink.ts';
import { IN_FLIGHT_MS, type Once } from './once.ts';
import { draw, full, type Rate } from './rate.ts';
import { createUplink } from './uplink.ts';

/** A visitor's socket and the platform's behind it. */
export interface Link {
  /** Closes the visitor's; the platform's follows once what was sent by it has its echo, 10 s later at most. */
  close(code: number, reason: string): void;
  /** Ends a side that has not been heard of since the last call, and asks the others whether they are there. */
  probe(): void;
  /** Ends both at once. */
  cut(): void;
}

export interface LinkPorts {
  readonly clock: Clock;
  readonly once: Once;
  readonly dialect: Dialect;
  /** The platform has said that the session is over. */
  ended(): void;
  /** The visitor's side is closed, with the code that it saw or gave. */
  left(code: number): void;
  /** Both sides are closed. */
  gone(): void;
  failed(error: unknown): void;
}

/** Clients of ours send nothing that has to be complained about; whoever does so without end is sent away. */
const COMPLAINTS: Rate = { perSecond: 5, burst: 20 };

/** Carries everything between two open sockets until both are closed; `upstream` is paused and is resumed here. */
export function joinSockets(client: WebSocket, upstream: WebSocket, ports: LinkPorts): Link {
  const { clock, dialect } = ports;
  let hasLeft = false;
  let isUpstreamGone = false;
  let cancelLinger = () => {};
  let farewell: () => void = () => {};
  let isUpstreamFaulty = false;
  let complaints = full(COMPLAINTS, clock.now());

  const uplink = createUplink({
    clock,
    once: ports.once,
    failed: ports.failed,
    send: (frame) => upstream.send(frame),
    changed: () => {
      if (hasLeft && uplink.isSettled()) farewell();
    },
  });
  const downlink = passDown(upstream, client, {
    passing(frame) {
      uplink.passed(frame);
      if (frame.endsSession) ports.ended();
    },
  });

  /** What the platform says to what it cannot read; it would close nothing either (spec messaging §10). */
  function complain(message: string): void {
    const drawn = draw(COMPLAINTS, complaints, clock.now());
    complaints = drawn.bucket;
    if (drawn.waitMs > 0) return client.close(1008, 'too many frames');
    const stamp = { id: randomUUID(), sequence: null, at: clock.now() };
    client.send(encodeServerEvent({ ...stamp, kind: 'systemMessage', level: 'error', message }, dialect));
  }

  function receive(text: string): void {
    const event = readClientEvent(text, dialect, randomUUID);
    if (!event.ok) {
      if (event.error.refused === 'too-large') client.close(1009, 'message too large');
      else complain(refusalText(event.error));
    } else if (!uplink.take(event.value)) {
      // Nothing is lost in silence: the client looks in the replay for what it has sent, and sends what is not there.
      client.close(1008, 'too many frames');
    }
  }

  client.on('message', (content, isBinary) => {
    if (client.readyState !== client.OPEN) return;
    if (isBinary) client.close(1003, 'text only');
    else receive(content.toString());
  });
  client.on('close', (code, reason) => {
    hasLeft = true;
    downlink.opened();
    ports.left(code);
    if (isUpstreamGone) return ports.gone();
    farewell = () => {
      cancelLinger();
      // Not broken off even where the browser was: what it said last may still be on its way.
      if (code === 1006) upstream.close(1001);
      else closeLike(upstream, code, reason);
    };
    cancelLinger = clock.after(IN_FLIGHT_MS, farewell);
    if (uplink.isSettled()) farewell();
  });
  upstream.on('close', (code, reason) => {
    isUpstreamGone = true;
    cancelLinger();
    uplink.dispose();
    if (hasLeft) ports.gone();
    else if (isUpstreamFaulty) client.close(1011, 'platform fault');
    else closeLike(client, code, reason);
  });
  // A frame over the limit or a broken one: ws has sent 1009, 1007 or 1002 by now, and 'close' follows.
  client.on('error', () => {});
  // The code of the close is then our own word to the platform: the browser's messages were not what was too large.
  upstream.on('error', () => {
    isUpstreamFaulty = true;
  });

  const hasAnswered = new Set([client, upstream]);
  for (const side of [client, upstream]) side.on('pong', () => hasAnswered.add(side));
  function probeSide(side: WebSocket): void {
    if (side.readyState !== side.OPEN) return;
    if (!hasAnswered.delete(side)) side.terminate();
    else side.ping();
  }

  return {
    close: (code, reason) => client.close(code, reason),
    probe() {
      probeSide(client);
      // Nothing is read of a side that is held back, its answers neither.
      if (upstream.isPaused) hasAnswered.add(upstream);
      else probeSide(upstream);
    },
    cut() {
      client.terminate();
      upstream.terminate();
    },
  };
}
