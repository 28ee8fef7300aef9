import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { decode } from '../../../src/protocol/codec.ts';
import { encodeHistory, encodeServerEvent, type SentEvent } from '../../../src/protocol/server-frames.ts';
import { createMemoryBudget } from '../../../src/relay/node/socket/memory-budget.ts';
import { createMessageDeduplicator } from '../../../src/relay/node/socket/message-deduplicator.ts';
import { connectSides } from '../../../src/relay/node/socket/proxy-connection.ts';
import { socketSide } from '../../../src/relay/node/socket/visitor-side.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import type { Store } from '../../../src/relay/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { shareOf } from '../../support/sizes.ts';
import { message } from '../support/proxy.ts';
import { type End, socketPair } from '../support/socket-pair.ts';

/** Fate of a message that reaches the platform. The platform does not drop repetitions (M-9.1). */
const FATES = [
  'stored',
  /** Within the two seconds that a client waits. */
  'stored late',
  'lost',
  'cut before',
  'cut after',
  'cut, stored late',
] as const;
type Fate = (typeof FATES)[number];

/** A disruption of the connection, `at` milliseconds after the start. */
interface Disruption {
  readonly at: number;
  readonly what: 'browser cut' | 'platform cut' | 'both cut' | 'relay dies' | 'browser leaves';
}

interface Plan {
  readonly fates: readonly Fate[];
  readonly disruptions: readonly Disruption[];
  readonly sayAt: readonly number[];
  /** Time until the platform sends the history. */
  readonly historyInMs: number;
  /** The client repeats messages without an echo at once when it connects, without looking for them in the history. */
  readonly isBlind: boolean;
}

const LATE_MS = 1_500;
const EXPIRES_MS = 86_400_000;
const STAMP = { id: null, sequence: null, at: null };

/** A store that stops to execute and answer commands when its relay dies. */
function storeUntilDeath(store: Store): { store: Store; die(): void } {
  let isDead = false;
  const never = () => new Promise<never>(() => {});
  const unlessDead = <Args extends unknown[], Value>(fn: (...args: Args) => Promise<Value>) => {
    return (...args: Args) => (isDead ? never() : fn(...args));
  };
  return {
    store: {
      ...store,
      put: unlessDead(store.put),
      claim: unlessDead(store.claim),
      get: unlessDead(store.get),
      delete: unlessDead(store.delete),
    },
    die() {
      isDead = true;
    },
  };
}

async function play(
  { fates, disruptions, sayAt, historyInMs, isBlind }: Plan,
  isDirect = false,
): Promise<{ journal: string[]; said: string[] }> {
  const clock = createFakeClock();
  const store = createMemoryStore(clock);
  const journal: SentEvent[] = [];
  const listeners = new Set<WebSocket>();
  const left = [...fates];
  const said: string[] = [];
  /** The browser's own messages that it has seen. */
  const seen = new Set<string>();
  let way: { readonly near: End; readonly up: End; die(): void } | undefined;
  const passed = new Set<number>();
  /** M-12.16: the highest contiguous sequence. */
  const cursor = () => {
    let highest = 0;
    while (passed.has(highest + 1)) highest += 1;
    return highest;
  };

  function keep(id: string, platformSocket: WebSocket | undefined) {
    const stamp = { id: `event-${journal.length + 1}`, sequence: journal.length + 1, at: clock.now() };
    const event: SentEvent = { ...stamp, kind: 'userMessage', text: id, clientEventId: id };
    journal.push(event);
    for (const it of listeners) if (it !== platformSocket) it.send(encodeServerEvent(event, 'service'));
  }

  function platform({ socket, cut }: End, from: number) {
    listeners.add(socket);
    socket.on('close', () => listeners.delete(socket));
    const history = encodeHistory(
      journal.filter(({ sequence }) => (sequence ?? 0) > from),
      'service',
      STAMP,
    );
    clock.after(historyInMs, () => socket.send(history));
    socket.on('message', (content) => {
      const id: string = JSON.parse(content.toString()).metadata.custom.client_event_id;
      const fate = left.shift() ?? 'stored';
      if (fate === 'stored') keep(id, undefined);
      if (fate === 'cut after') keep(id, socket);
      if (fate.startsWith('cut')) cut();
      if (fate.endsWith('late')) clock.after(LATE_MS, () => keep(id, undefined));
    });
  }

  const connected = ({ socket }: End) => ({ socket, connection: new PassThrough() });

  function connect() {
    const [near, front] = socketPair(clock);
    if (isDirect) {
      platform(front, cursor());
      way = { near, up: front, die() {} };
      return browse(near);
    }
    const [up, platformSocket] = socketPair(clock);
    const relay = storeUntilDeath(store);
    platform(platformSocket, cursor());
    connectSides(socketSide(front.socket, new PassThrough()), connected(up), {
      clock,
      dialect: 'service',
      budget: createMemoryBudget(1_000_000),
      mask: (text) => text,
      onMasked() {},
      deduplicator: createMessageDeduplicator(relay.store, clock, 'session', clock.now() + EXPIRES_MS),
      onDialect: () => {},
      onSessionEnd: () => {},
      onClientClose: () => {},
      onClose: () => {},
      onStoreError: () => {},
    });
    way = { near, up, die: relay.die };
    browse(near);
  }

  function browse({ socket }: End) {
    const send = (id: string) =>
      socket.send(JSON.stringify(message(id, { client_event_id: id, local_id: id })));
    const missing = () => said.filter((id) => !seen.has(id));
    let isLive = isBlind;
    let cancel = () => {};
    const again = () => {
      isLive = true;
      for (const id of missing()) send(id);
      cancel = clock.after(isBlind ? 3_000 : 10_000, isBlind ? again : () => socket.close(1000));
    };
    if (isBlind) again();
    speak = (id) => isLive && send(id);
    socket.on('message', (content) => {
      const { isHistory, events } = decode(content.toString());
      for (const event of events) {
        if (event.clientEventId !== undefined) seen.add(event.clientEventId);
        passed.add(event.sequence ?? 0);
      }
      // M-9.5, M-9.6: quiet for 250 ms, and two seconds more.
      if (isHistory && !isBlind) clock.after(2_250, () => socket.readyState === 1 && again());
    });
    socket.on('close', () => {
      cancel();
      speak = () => {};
      clock.after(1_000, connect);
    });
  }

  let speak: (id: string) => void = () => {};
  const disrupt = ({ what }: Disruption) => {
    if (what === 'relay dies') way?.die();
    if (what === 'browser leaves') way?.near.socket.close(1001);
    if (what === 'browser cut' || what === 'both cut' || what === 'relay dies') way?.near.cut();
    if (what === 'platform cut' || what === 'both cut' || what === 'relay dies') way?.up.cut();
  };

  connect();
  for (const [nth, at] of sayAt.entries()) {
    clock.after(at, () => {
      said.push(`message-${nth}`);
      speak(`message-${nth}`);
    });
  }
  for (const it of disruptions) clock.after(it.at, () => disrupt(it));
  // Long after the last disruption and the last fate.
  const end = clock.now() + 20_000 + 15_000 * (fates.length + disruptions.length + 1);
  while (clock.now() < end) {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    clock.advance(Math.min(end - clock.now(), clock.nextIn() ?? Number.POSITIVE_INFINITY));
  }
  return {
    journal: journal.map(({ clientEventId = '' }) => clientEventId).toSorted(),
    said: said.toSorted(),
  };
}

const plans: fc.Arbitrary<Plan> = fc.record({
  fates: fc.array(fc.constantFrom(...FATES), { maxLength: 8 }),
  disruptions: fc.array(
    fc.record({
      at: fc.oneof(fc.nat(4_000), fc.nat(20_000), fc.integer({ min: 250, max: 330 })),
      what: fc.constantFrom('browser cut', 'platform cut', 'both cut', 'relay dies', 'browser leaves'),
    }),
    { maxLength: 6 },
  ),
  sayAt: fc.array(fc.oneof(fc.nat(10_000), fc.integer({ min: 200, max: 320 })), {
    minLength: 1,
    maxLength: 4,
  }),
  historyInMs: fc.constantFrom(0, 100, 1_900),
  isBlind: fc.boolean(),
});

describe('a message sent through a relay in proxy mode', () => {
  it('stores a message exactly once, wherever connections break, if the client keeps trying', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { journal, said } = await play(plan);
        expect(journal).toEqual(said);
      }),
      { numRuns: shareOf(2_000) },
    );
  });

  it('a message would sometimes be stored twice without the relay', async () => {
    const blind: Plan = {
      fates: ['cut after', 'stored late'],
      disruptions: [],
      sayAt: [300, 9_000],
      historyInMs: 0,
      isBlind: true,
    };
    const [carried, direct] = [await play(blind), await play(blind, true)];
    expect([carried.journal, direct.journal.length > direct.said.length]).toEqual([carried.said, true]);
  });
});
