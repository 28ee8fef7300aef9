import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import type { FakeClock } from '../../support/fake-clock.ts';

/** One end of an in-memory socket, with the part of the `ws` interface that the relay uses. */
export interface End {
  readonly socket: WebSocket;
  /** Breaks the connection: frames in transit are lost, and both ends close with 1006. */
  cut(): void;
}

const LATENCY_MS = 5;

class Half extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  isPaused = false;
  readonly bufferedAmount = 0;
  private readonly clock: FakeClock;
  private readonly link: { isCut: boolean };
  other!: Half;

  constructor(clock: FakeClock, link: { isCut: boolean }) {
    super();
    this.clock = clock;
    this.link = link;
  }

  private later(fn: () => void) {
    this.clock.after(LATENCY_MS, () => {
      if (!this.link.isCut) fn();
    });
  }

  send(content: string | Buffer, _options?: object, done = () => {}) {
    if (this.readyState !== 1) return;
    this.later(() => {
      done();
      if (this.other.readyState !== 3) this.other.emit('message', Buffer.from(content), false);
    });
  }

  close(code = 1005, reason = '') {
    if (this.readyState !== 1) return;
    this.readyState = 2;
    this.later(() => {
      this.other.ended(code, reason);
      this.later(() => this.ended(code, reason));
    });
  }

  terminate() {
    if (this.link.isCut) return;
    this.link.isCut = true;
    for (const half of [this, this.other]) this.clock.after(0, () => half.ended(1006, ''));
  }

  ended(code: number, reason: string) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close', code, Buffer.from(reason));
  }

  pause() {}
  resume() {}
  ping() {}
}

/** Two connected ends with a latency of 5 ms. */
export function socketPair(clock: FakeClock): readonly [End, End] {
  const link = { isCut: false };
  const near = new Half(clock, link);
  const far = new Half(clock, link);
  near.other = far;
  far.other = near;
  const endOf = (half: Half): End => ({
    socket: half as unknown as WebSocket,
    cut: () => half.terminate(),
  });
  return [endOf(near), endOf(far)];
}
