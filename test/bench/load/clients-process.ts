// Process of many visitors with the real client. The parent tells what they do and gets a report.
import { systemClock } from '../../../src/base/clock.ts';
import { createFleet, type FleetVisitor } from '../../support/fleet.ts';
import { SITE } from '../site.ts';
import type { ClientsCommand, ClientsReport } from './processes.ts';

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

async function join(first: number, count: number): Promise<void> {
  let next = first;
  async function joinSome(): Promise<void> {
    while (next < first + count) {
      const visitor = fleet.join(`visitor ${next++}`);
      visitors.push(visitor);
      await until(() => isOnline(visitor));
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, joinSome));
}

function talk(everyMs: number): void {
  let next = 0;
  const pauseMs = Math.max(10, everyMs / visitors.length);
  talking = setInterval(() => {
    for (let nth = 0; nth < (pauseMs * visitors.length) / everyMs; nth++)
      visitors[next++ % visitors.length]?.say();
  }, pauseMs);
}

/** Every so often one visitor leaves for good and another one comes. */
function churn(everyMs: number): void {
  let came = visitors.length;
  setInterval(() => {
    visitors.shift()?.dispose();
    visitors.push(fleet.join(`visitor ${came++}`));
  }, everyMs);
}

async function perform(command: ClientsCommand): Promise<ClientsReport> {
  switch (command.type) {
    case 'balance':
      relays = command.relays;
      return {};
    case 'join':
      await join(command.first, command.count);
      return {};
    case 'talk':
      talk(command.everyMs);
      return {};
    case 'churn':
      churn(command.everyMs);
      return {};
    case 'come-back': {
      [asked, opened] = [[], []];
      const droppedAt = Date.now();
      await until(() => Date.now() - droppedAt > NOTICED_MS && visitors.every(isOnline));
      return { asked, opened };
    }
    case 'settle':
      clearInterval(talking);
      await until(() =>
        visitors.every((it) => isOnline(it) && it.shown().every(({ delivery }) => delivery !== 'sending')),
      );
      return {
        said: visitors.map((it) => [
          it.sessionId() ?? '',
          it.said,
          it.shown().flatMap(({ text, delivery }) => (delivery === 'failed' ? [] : [text])),
        ]),
      };
  }
}

process.on('message', async (command: ClientsCommand) => process.send?.(await perform(command)));
process.on('disconnect', () => process.exit());
process.send?.({ url: '' });
