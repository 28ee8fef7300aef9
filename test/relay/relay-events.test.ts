import { describe, expect, it } from 'vitest';
import { eventStream } from '../../src/relay/admin/event-stream.ts';
import { createRelayEvents, type RelayEvents } from '../../src/relay/admin/relay-events.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const event = (nth: number) => ({ id: String(nth), type: 'alerts.triggered', detail: { nth } });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth);

/** Opens the event stream and returns a reader of its body. */
async function read(events: RelayEvents, clock = createFakeClock()) {
  const aborting = new AbortController();
  const stream = eventStream(events, clock, new AbortController().signal);
  const call = { params: {}, query: {}, headers: {}, body: {}, signal: aborting.signal, log: undefined };
  const result = await stream.perform(call as never);
  if (!result.ok || !result.value.body) throw new Error('no stream');
  return { reader: result.value.body.getReader(), aborting, clock };
}

describe('events', () => {
  it('are remembered, the last 200, and returned after a known id or all for an unknown one', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    for (const nth of range(0, 250)) await events.publish(event(nth));
    const ids = (from: string) => events.since(from).map(({ id }) => Number(id));
    expect([ids('240'), ids('10'), ids('none')]).toEqual([range(241, 250), range(50, 250), range(50, 250)]);
  });

  it('are ignored when another relay published them malformed', async () => {
    const store = createMemoryStore(createFakeClock());
    const events = createRelayEvents(store);
    for (const text of ['', '{', '{"id":1}', '{"id":"1"}', 'null']) await store.publish('events', text);
    await events.publish(event(1));
    expect(events.since('')).toEqual([event(1)]);
  });

  it('are received until the listener unsubscribes', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    const heard: string[] = [];
    const unsubscribe = events.subscribe(({ id }) => heard.push(id));
    await events.publish(event(1));
    unsubscribe();
    await events.publish(event(2));
    expect(heard).toEqual(['1']);
  });
});

describe('the event stream', () => {
  it('closes for a listener that does not read', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    const { reader, clock } = await read(events);
    for (const nth of range(0, 300)) await events.publish(event(nth));
    expect(clock.waiting()).toBe(0);
    let parts = 0;
    while (!(await reader.read()).done) parts += 1;
    expect(parts).toBe(100);
  });

  it('releases everything when its listener cancels or disconnects', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    const clock = createFakeClock();
    const cancelled = await read(events, clock);
    const aborted = await read(events, clock);
    expect(clock.waiting()).toBe(2);
    await cancelled.reader.cancel();
    cancelled.aborting.abort();
    aborted.aborting.abort();
    await aborted.reader.cancel();
    await events.publish(event(1));
    expect(clock.waiting()).toBe(0);
  });
});
