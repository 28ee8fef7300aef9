import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../../../src/relay/node/socket/client-event.ts';
import { createClientEventQueue } from '../../../src/relay/node/socket/client-event-queue.ts';
import {
  createMessageDeduplicator,
  type MessageDeduplicator,
} from '../../../src/relay/node/socket/message-deduplicator.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import type { Store } from '../../../src/relay/store/store.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';

const said = (id: string): ClientEvent => ({ kind: 'message', frame: `say ${id}`, id });
const typing = (frame: string): ClientEvent => ({ kind: 'typing', frame, id: '' });
const other = (frame: string): ClientEvent => ({ kind: 'other', frame, id: '' });
const many = (count: number) => Array.from({ length: count }, (_, nth) => said(`m${nth}`));
const frames = (count: number) => many(count).map(({ frame }) => frame);

const history = (...stored: string[]) => ({ isHistory: true, stored, endsSession: false });
const echo = (...stored: string[]) => ({ isHistory: false, stored, endsSession: false });

function start(clock: FakeClock = createFakeClock(), store: Store = createMemoryStore(clock)) {
  const sent: string[] = [];
  const failures: unknown[] = [];
  const deduplicator: MessageDeduplicator = createMessageDeduplicator(
    store,
    clock,
    'session',
    clock.now() + 86_400_000,
  );
  const queue = createClientEventQueue({
    clock,
    deduplicator,
    send: (frame) => sent.push(frame),
    onProgress: () => {},
    onStoreError: (error) => failures.push(error),
  });
  const settle = async () => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  };
  return {
    clock,
    store,
    sent,
    failures,
    queue,
    settle,
    async advance(ms: number) {
      for (let left = ms; left > 0; ) {
        await settle();
        const step = Math.min(left, clock.nextIn() ?? left);
        clock.advance(step);
        left -= step;
      }
      await settle();
    },
    /** The history is in, and nothing is in it. */
    async ready() {
      queue.observe(history());
      clock.advance(250);
      await settle();
    },
  };
}

describe('the queue of client events', () => {
  // S-74
  it('sends twenty messages at once, then ten a second, in order and without loss', async () => {
    const { queue, sent, ready, settle, advance } = start();
    await ready();
    for (const event of many(50)) expect(queue.add(event)).toBe(true);
    await settle();
    const atOnce = [...sent];
    await advance(1_000);
    const afterASecond = [...sent];
    await advance(2_000);
    expect([atOnce, afterASecond, sent]).toEqual([frames(20), frames(30), frames(50)]);
  });

  it('refuses messages when 50 are queued', async () => {
    const { queue, ready } = start();
    await ready();
    const taken = many(80).map((event) => queue.add(event));
    expect([taken.slice(0, 50).every(Boolean), taken.at(-1)]).toEqual([true, false]);
  });

  it('refuses messages when a megabyte is queued', () => {
    const { queue } = start();
    const large = (id: string): ClientEvent => ({ ...said(id), frame: 'x'.repeat(131_072) });
    expect(many(9).map(({ id }) => queue.add(large(id)))).toEqual([...Array(8).fill(true), false]);
  });

  it('sends at most five typing events a second', async () => {
    const { queue, sent, ready, clock } = start();
    await ready();
    for (let nth = 0; nth < 100; nth++) queue.add(typing(`typing ${nth}`));
    clock.advance(200);
    queue.add(typing('typing again'));
    expect(sent).toEqual([...[0, 1, 2, 3, 4].map((nth) => `typing ${nth}`), 'typing again']);
  });

  it('drops typing events while a message is queued', async () => {
    const { queue, sent, settle, ready } = start();
    queue.add(said('one'));
    queue.add(typing('typing'));
    await ready();
    await settle();
    expect(sent).toEqual(['say one']);
  });

  it('keeps the order of messages and other events', async () => {
    const { queue, sent, ready } = start();
    queue.add(other('join'));
    queue.add(said('one'));
    queue.add(other('end'));
    expect(sent).toEqual(['join']);
    await ready();
    expect(sent).toEqual(['join', 'say one', 'end']);
  });

  it('holds messages until the history is complete, at most five seconds', async () => {
    const { queue, sent, advance } = start();
    queue.add(said('one'));
    await advance(4_999);
    expect(sent).toEqual([]);
    await advance(1);
    expect(sent).toEqual(['say one']);
  });

  it('drops a message that is in the history', async () => {
    const { queue, sent, advance } = start();
    queue.add(said('one'));
    queue.add(said('two'));
    await advance(100);
    queue.observe(history('one'));
    await advance(250);
    expect(sent).toEqual(['say two']);
  });

  it('drops a message whose echo another relay of the same store has seen', async () => {
    const { clock, store, queue, ready, settle } = start();
    await ready();
    queue.add(said('one'));
    await settle();
    queue.observe(echo('one'));
    await settle();
    const other = start(clock, store);
    await other.ready();
    // Long after every claim has expired.
    await other.advance(60_000);
    other.queue.add(said('one'));
    other.queue.add(said('two'));
    await other.settle();
    expect([other.sent, other.queue.isSettled()]).toEqual([['say two'], false]);
  });

  it('holds a message that another relay has sent, and sends it when no echo has come after ten seconds', async () => {
    const { clock, store, queue, ready, settle } = start();
    await ready();
    queue.add(said('one'));
    await settle();
    const other = start(clock, store);
    await other.ready();
    other.queue.add(said('one'));
    other.queue.add(said('two'));
    await other.advance(9_000);
    expect(other.sent).toEqual([]);
    await other.advance(1_000);
    expect(other.sent).toEqual(['say one', 'say two']);
  });

  it('holds a message for two seconds after the connection that sent it has closed', async () => {
    const { clock, store, queue, ready, settle } = start();
    await ready();
    queue.add(said('one'));
    await settle();
    queue.dispose();
    const other = start(clock, store);
    await other.ready();
    other.queue.add(said('one'));
    await other.advance(1_500);
    expect(other.sent).toEqual([]);
    await other.advance(500);
    expect(other.sent).toEqual(['say one']);
  });

  it('releases a message for other relays when its connection closed before it was sent', async () => {
    const { clock, store, queue, ready, settle } = start();
    await ready();
    queue.add(said('one'));
    queue.dispose();
    await settle();
    const other = start(clock, store);
    await other.ready();
    other.queue.add(said('one'));
    await other.settle();
    expect(other.sent).toEqual(['say one']);
  });

  it('holds messages and reports errors while the store is unavailable', async () => {
    const clock = createFakeClock();
    const memory = createMemoryStore(clock);
    let isDown = true;
    const store: Store = {
      ...memory,
      claim: (...claim) => (isDown ? Promise.reject(new Error('down')) : memory.claim(...claim)),
    };
    const { queue, sent, failures, ready, advance } = start(clock, store);
    await ready();
    queue.add(said('one'));
    await advance(1_000);
    expect([sent, failures.length > 0]).toEqual([[], true]);
    isDown = false;
    await advance(250);
    expect(sent).toEqual(['say one']);
  });

  it('leaves no timer after it is disposed twice', async () => {
    const { queue, clock, ready } = start();
    await ready();
    for (const event of many(40)) queue.add(event);
    queue.dispose();
    queue.dispose();
    expect(clock.waiting()).toBe(0);
  });
});
