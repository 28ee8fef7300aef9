import type { Emulator } from '../../../src/emulator/index.ts';
import { type RelayPorts, type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { createFleet, type FleetVisitor } from '../../support/fleet.ts';
import { configFor, HIGH_LIMITS, SHOP } from './bench.ts';

/** A turn of the event loop is so long for everybody. A way through relay and platform takes about twenty. */
const TURN_MS = 10;

export interface VisitorsOptions {
  readonly clock: FakeClock;
  readonly emulator: Emulator;
  readonly env: Record<string, string>;
  readonly ports?: Partial<RelayPorts>;
  /** Default: the platform's own. */
  readonly messagingUrl?: string;
  /** Lets the programs of the test that are not in this process do their work. */
  readonly pause?: () => Promise<unknown>;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** True when a visitor is online and everything it has said is delivered. */
export const isQuiet = (visitor: FleetVisitor): boolean =>
  visitor.chat().connection.peek() === 'online' &&
  visitor.shown().length === visitor.said.length &&
  visitor.shown().every(({ delivery }) => delivery !== 'sending');

/** Visitors with the real client in front of relays, all on one clock that advances with the turns of the event loop. */
export function openVisitors({
  clock,
  emulator,
  env,
  ports = {},
  messagingUrl = emulator.messagingUrl,
  pause = nextTurn,
}: VisitorsOptions) {
  const closings: (() => unknown)[] = [];
  const visitors: FleetVisitor[] = [];
  /** The relays that the balancer sends visitors to. */
  const serving: RunningRelay[] = [];
  let turn = 0;
  let seed = 1;
  const fleet = createFleet({
    clock,
    random() {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    },
    origin: SHOP,
    relay: () => serving[turn++ % serving.length]?.url ?? '',
  });
  const config = configFor(messagingUrl, {
    FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
    FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
    ...env,
  });

  /** Lets the time pass until a condition holds. */
  async function pass(isOver: () => boolean, onTurn: (nth: number) => void = () => {}): Promise<void> {
    for (let nth = 0; !isOver(); nth++) {
      clock.advance(TURN_MS);
      onTurn(nth);
      await pause();
    }
  }

  return {
    visitors,
    serving,
    pass,
    passTime(ms: number, onTurn?: (nth: number) => void): Promise<void> {
      const end = clock.now() + ms;
      return pass(() => clock.now() >= end, onTurn);
    },
    join(): FleetVisitor {
      const visitor = fleet.join(`visitor ${visitors.length + 1}`);
      visitors.push(visitor);
      return visitor;
    },
    async startRelay(): Promise<RunningRelay> {
      const relay = await startRelay(config, {
        clock,
        log: { write: () => {} },
        limits: HIGH_LIMITS,
        browserFolder: '/nowhere',
        ...ports,
      });
      closings.push(relay.close);
      return relay;
    },
    /** The visitors' words as the platform has stored them and as their pages show them, where these differ from what was said. */
    differences(): unknown[] {
      return visitors.flatMap((visitor) => {
        const stored = emulator
          .journalOf(visitor.sessionId() ?? '')
          .flatMap((event) => (event.kind === 'userMessage' ? [event.text] : []));
        const shown = visitor.shown().flatMap(({ text, delivery }) => (delivery === 'failed' ? [] : [text]));
        const said = JSON.stringify(visitor.said);
        return JSON.stringify(stored) === said && JSON.stringify(shown) === said
          ? []
          : [{ said: visitor.said, stored, shown: visitor.shown() }];
      });
    },
    async close(): Promise<void> {
      for (const visitor of visitors) visitor.dispose();
      let isClosed = false;
      void Promise.all(closings.map((close) => close())).then(() => {
        isClosed = true;
      });
      await pass(() => isClosed);
    },
  };
}
