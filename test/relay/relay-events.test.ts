import { describe, expect, it } from 'vitest';
import { createRelayEvents, type RelayEvents } from '../../src/relay/admin/journals/relay-events.ts';
import { eventStream } from '../../src/relay/admin/operations/event-stream.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { detailOf } from './support/event-frame.ts';

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
  it('remembers the last 200 events, and returns those after a known id or all for an unknown one', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    for (const nth of range(0, 250)) await events.publish(event(nth));
    const ids = (from: string) => events.since(from).map(({ id }) => Number(id));
    expect([ids('240'), ids('10'), ids('none')]).toEqual([range(241, 250), range(50, 250), range(50, 250)]);
  });

  it('S-104: remembers events up to 2 MB', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    for (const nth of range(0, 100)) await events.publish({ ...event(nth), detail: 'x'.repeat(250_000) });
    expect(events.since('').map(({ id }) => Number(id))).toEqual(range(92, 100));
  });

  it('ignores events that another relay published malformed', async () => {
    const store = createMemoryStore(createFakeClock());
    const events = createRelayEvents(store);
    for (const text of ['', '{', '{"id":1}', '{"id":"1"}', 'null']) await store.publish('events', text);
    await events.publish(event(1));
    expect(events.since('').map(({ id, frame }) => [id, detailOf(frame)])).toEqual([['1', { nth: 1 }]]);
  });

  it('a listener receives events until it unsubscribes', async () => {
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
  it('S-104: closes the stream of a listener that leaves 256 KB unread', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    const { reader, clock } = await read(events);
    await reader.read();
    for (const nth of range(0, 30)) await events.publish({ ...event(nth), detail: 'x'.repeat(10_000) });
    expect(clock.waiting()).toBe(0);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('S-104: keeps the stream of a listener that reads, however much there is', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    const { reader } = await read(events);
    await reader.read();
    for (const nth of range(0, 10)) {
      await events.publish({ ...event(nth), detail: 'x'.repeat(300_000) });
      const { value } = await reader.read();
      expect(detailOf(value as Uint8Array)).toBe('x'.repeat(300_000));
    }
  });

  it('S-104: the event stream hands the same bytes to all listeners', async () => {
    const events = createRelayEvents(createMemoryStore(createFakeClock()));
    const readers = [(await read(events)).reader, (await read(events)).reader];
    for (const reader of readers) await reader.read();
    await events.publish(event(1));
    const [first, second] = await Promise.all(readers.map((reader) => reader.read()));
    expect(first?.value).toBe(second?.value);
  });

  it('releases everything when a listener cancels or disconnects', async () => {
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
