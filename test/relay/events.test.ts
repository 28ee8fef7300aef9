import { describe, expect, it } from 'vitest';
import { eventStream } from '../../src/relay/admin/event-stream.ts';
import { createEvents, type Events } from '../../src/relay/admin/events.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const event = (nth: number) => ({ id: String(nth), type: 'alerts.triggered', detail: { nth } });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth);

/** The body of the stream as a server would read it. */
async function read(events: Events, clock = createFakeClock()) {
  const leaving = new AbortController();
  const stream = eventStream(events, clock, new AbortController().signal);
  const call = { params: {}, query: {}, headers: {}, body: {}, signal: leaving.signal, log: undefined };
  const result = await stream.perform(call as never);
  if (!result.ok || !result.value.body) throw new Error('no stream');
  return { reader: result.value.body.getReader(), leaving, clock };
}

describe('events', () => {
  it('remember the last 200, for whoever knows where it was and for whoever does not', async () => {
    const events = createEvents(createMemoryStore(createFakeClock()));
    for (const nth of range(0, 250)) await events.tell(event(nth));
    const ids = (from: string) => events.since(from).map(({ id }) => Number(id));
    expect([ids('240'), ids('10'), ids('none')]).toEqual([range(241, 250), range(50, 250), range(50, 250)]);
  });

  it('leave out what another relay published that is none', async () => {
    const store = createMemoryStore(createFakeClock());
    const events = createEvents(store);
    for (const text of ['', '{', '{"id":1}', '{"id":"1"}', 'null']) await store.publish('events', text);
    await events.tell(event(1));
    expect(events.since('')).toEqual([event(1)]);
  });

  it('are heard until the listener leaves', async () => {
    const events = createEvents(createMemoryStore(createFakeClock()));
    const heard: string[] = [];
    const leave = events.listen(({ id }) => heard.push(id));
    await events.tell(event(1));
    leave();
    await events.tell(event(2));
    expect(heard).toEqual(['1']);
  });
});

describe('the stream of events', () => {
  it('lets a listener go that takes nothing any more', async () => {
    const events = createEvents(createMemoryStore(createFakeClock()));
    const { reader, clock } = await read(events);
    for (const nth of range(0, 300)) await events.tell(event(nth));
    expect(clock.waiting()).toBe(0);
    let parts = 0;
    while (!(await reader.read()).done) parts += 1;
    expect(parts).toBe(100);
  });

  it('holds nothing once its listener is gone, in whichever way it went', async () => {
    const events = createEvents(createMemoryStore(createFakeClock()));
    const clock = createFakeClock();
    const cancelled = await read(events, clock);
    const aborted = await read(events, clock);
    expect(clock.waiting()).toBe(2);
    await cancelled.reader.cancel();
    cancelled.leaving.abort();
    aborted.leaving.abort();
    await aborted.reader.cancel();
    await events.tell(event(1));
    expect(clock.waiting()).toBe(0);
  });
});
