// Many visitors with the real client.
import { systemClock } from '../../../src/base/clock.ts';
import { createFleet, type FleetVisitor } from '../../support/fleet.ts';
import { answer } from '../answer.ts';
import { SITE } from '../calls.ts';

/** Visitors that start at a time. */
const PARALLEL = 20;
const POLL_MS = 50;
/** A broken connection is noticed by then. */
const NOTICED_MS = 3_000;

let relays: readonly string[] = [];
let turn = 0;
let asked: number[] = [];
let opened: number[] = [];
let talking: NodeJS.Timeout | undefined;
const visitors: FleetVisitor[] = [];
const fleet = createFleet({
  clock: systemClock(),
  random: Math.random,
  origin: SITE,
  relay: () => relays[turn++ % relays.length] ?? '',
  onHandshake: (what) => void (what === 'asked' ? asked : opened).push(Date.now()),
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

const isOnline = (visitor: FleetVisitor) => visitor.chat().connection.peek() === 'online';

export type Clients = typeof actions;

const actions = {
  balance(between: readonly string[]): void {
    relays = between;
  },
  async join(first: number, count: number): Promise<void> {
    let next = first;
    async function joinSome(): Promise<void> {
      while (next < first + count) {
        const visitor = fleet.join(`visitor ${next++}`);
        visitors.push(visitor);
        await until(() => isOnline(visitor));
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, joinSome));
  },
  talk(everyMs: number): void {
    let next = 0;
    const pauseMs = Math.max(10, everyMs / visitors.length);
    talking = setInterval(() => {
      for (let nth = 0; nth < (pauseMs * visitors.length) / everyMs; nth++)
        visitors[next++ % visitors.length]?.say();
    }, pauseMs);
  },
  /** Every so often one visitor leaves for good and another one comes. */
  churn(everyMs: number): void {
    let came = visitors.length;
    setInterval(() => {
      visitors.shift()?.dispose();
      visitors.push(fleet.join(`visitor ${came++}`));
    }, everyMs);
  },
  /** Resolves to the times of handshakes when everybody is online again. */
  async comeBack() {
    [asked, opened] = [[], []];
    const droppedAt = Date.now();
    await until(() => Date.now() - droppedAt > NOTICED_MS && visitors.every(isOnline));
    return { asked, opened };
  },
  /** Resolves when no message is on its way. */
  async settle() {
    clearInterval(talking);
    await until(() =>
      visitors.every((it) => isOnline(it) && it.shown().every(({ delivery }) => delivery !== 'sending')),
    );
    return visitors.map((it) => ({
      session: it.sessionId() ?? '',
      said: it.said,
      shown: it.shown().flatMap(({ text, delivery }) => (delivery === 'failed' ? [] : [text])),
    }));
  },
};

answer(actions);
