import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../../../src/relay/socket/client-event.ts';
import { createOnce, type Once } from '../../../src/relay/socket/once.ts';
import { createUplink } from '../../../src/relay/socket/uplink.ts';
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
  const once: Once = createOnce(store, clock, 'session', clock.now() + 86_400_000);
  const uplink = createUplink({
    clock,
    once,
    send: (frame) => sent.push(frame),
    changed: () => {},
    failed: (error) => failures.push(error),
  });
  const settle = async () => {
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  };
  return {
    clock,
    store,
    sent,
    failures,
    uplink,
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
      uplink.passed(history());
      clock.advance(250);
      await settle();
    },
  };
}

describe('what a client says on its way up', () => {
  // S-74
  it('leaves at ten messages a second after the first twenty, late and in order, but whole', async () => {
    const { uplink, sent, ready, settle, advance } = start();
    await ready();
    for (const event of many(50)) expect(uplink.take(event)).toBe(true);
    await settle();
    const atOnce = [...sent];
    await advance(1_000);
    const afterASecond = [...sent];
    await advance(2_000);
    expect([atOnce, afterASecond, sent]).toEqual([frames(20), frames(30), frames(50)]);
  });

  it('is refused when more waits than a person could mean', async () => {
    const { uplink, ready } = start();
    await ready();
    const taken = many(80).map((event) => uplink.take(event));
    expect([taken.slice(0, 50).every(Boolean), taken.at(-1)]).toEqual([true, false]);
  });

  it('is refused when what waits is larger than a megabyte', () => {
    const { uplink } = start();
    const large = (id: string): ClientEvent => ({ ...said(id), frame: 'x'.repeat(131_072) });
    expect(many(9).map(({ id }) => uplink.take(large(id)))).toEqual([...Array(8).fill(true), false]);
  });

  it('tells of typing five times a second, and of no more', async () => {
    const { uplink, sent, ready, clock } = start();
    await ready();
    for (let nth = 0; nth < 100; nth++) uplink.take(typing(`typing ${nth}`));
    clock.advance(200);
    uplink.take(typing('typing again'));
    expect(sent).toEqual([...[0, 1, 2, 3, 4].map((nth) => `typing ${nth}`), 'typing again']);
  });

  it('says nothing of typing ahead of the words that it led to', async () => {
    const { uplink, sent, settle, ready } = start();
    uplink.take(said('one'));
    uplink.take(typing('typing'));
    await ready();
    await settle();
    expect(sent).toEqual(['say one']);
  });

  it('keeps the order of messages and of all else', async () => {
    const { uplink, sent, ready } = start();
    uplink.take(other('join'));
    uplink.take(said('one'));
    uplink.take(other('end'));
    expect(sent).toEqual(['join']);
    await ready();
    expect(sent).toEqual(['join', 'say one', 'end']);
  });

  it('waits for the history, and for five seconds where none comes', async () => {
    const { uplink, sent, advance } = start();
    uplink.take(said('one'));
    await advance(4_999);
    expect(sent).toEqual([]);
    await advance(1);
    expect(sent).toEqual(['say one']);
  });

  it('is dropped when the history has it', async () => {
    const { uplink, sent, advance } = start();
    uplink.take(said('one'));
    uplink.take(said('two'));
    await advance(100);
    uplink.passed(history('one'));
    await advance(250);
    expect(sent).toEqual(['say two']);
  });

  it('is dropped when its echo has come on another way, by another relay of the store', async () => {
    const { clock, store, uplink, ready, settle } = start();
    await ready();
    uplink.take(said('one'));
    await settle();
    uplink.passed(echo('one'));
    await settle();
    const other = start(clock, store);
    await other.ready();
    // Long after every claim has lapsed.
    await other.advance(60_000);
    other.uplink.take(said('one'));
    other.uplink.take(said('two'));
    await other.settle();
    expect([other.sent, other.uplink.isSettled()]).toEqual([['say two'], false]);
  });

  it('waits while it is under way elsewhere, and goes out when nothing has come of that', async () => {
    const { clock, store, uplink, ready, settle } = start();
    await ready();
    uplink.take(said('one'));
    await settle();
    const other = start(clock, store);
    await other.ready();
    other.uplink.take(said('one'));
    other.uplink.take(said('two'));
    await other.advance(9_000);
    expect(other.sent).toEqual([]);
    await other.advance(1_000);
    expect(other.sent).toEqual(['say one', 'say two']);
  });

  it('is given two seconds more when the way that it went is gone', async () => {
    const { clock, store, uplink, ready, settle } = start();
    await ready();
    uplink.take(said('one'));
    await settle();
    uplink.dispose();
    const other = start(clock, store);
    await other.ready();
    other.uplink.take(said('one'));
    await other.advance(1_500);
    expect(other.sent).toEqual([]);
    await other.advance(500);
    expect(other.sent).toEqual(['say one']);
  });

  it('is free at once for others when it was allowed and could not be sent', async () => {
    const { clock, store, uplink, ready, settle } = start();
    await ready();
    uplink.take(said('one'));
    uplink.dispose();
    await settle();
    const other = start(clock, store);
    await other.ready();
    other.uplink.take(said('one'));
    await other.settle();
    expect(other.sent).toEqual(['say one']);
  });

  it('waits for a store that is out of reach, and says so', async () => {
    const clock = createFakeClock();
    const memory = createMemoryStore(clock);
    let isDown = true;
    const store: Store = {
      ...memory,
      claim: (...claim) => (isDown ? Promise.reject(new Error('down')) : memory.claim(...claim)),
    };
    const { uplink, sent, failures, ready, advance } = start(clock, store);
    await ready();
    uplink.take(said('one'));
    await advance(1_000);
    expect([sent, failures.length > 0]).toEqual([[], true]);
    isDown = false;
    await advance(250);
    expect(sent).toEqual(['say one']);
  });

  it('leaves no timer behind', async () => {
    const { uplink, clock, ready } = start();
    await ready();
    for (const event of many(40)) uplink.take(event);
    uplink.dispose();
    uplink.dispose();
    expect(clock.waiting()).toBe(0);
  });
});
