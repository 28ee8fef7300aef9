import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/platform/index.ts';
import { createCallWatch } from '../../src/relay/admin/call-watch.ts';
import { createEvents } from '../../src/relay/admin/events.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** A watch over a platform that answers as told, with what was asked and told. */
function open(answer: (nth: number) => Response) {
  const clock = createFakeClock();
  const events = createEvents(createMemoryStore(clock));
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  let asked = 0;
  const fetch = async () => answer(asked++);
  const client = createOutboundClient(
    { url: 'https://calls.example.com', key: 'k' },
    { clock, fetch, random: () => 0 },
  );
  const watch = createCallWatch({ client, events, clock, stop: stop.signal });
  const told: unknown[] = [];
  events.listen(({ detail }) => told.push(detail));
  return {
    clock,
    watch,
    stop,
    told,
    asked: () => asked,
    /** Lets time pass in steps, with all that it brings about. */
    async pass(ms: number, step = 500) {
      for (let left = ms; left > 0; left -= step) {
        clock.advance(Math.min(step, left));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const status = (it: string) => Response.json({ status: it, reason: null });

describe('a call that is followed', () => {
  it('is asked for every two seconds in its first minute, then every ten', async () => {
    const { watch, pass, asked } = open(() => status('calling'));
    watch.follow('OUT-1');
    await pass(60_000);
    const soon = asked();
    await pass(100_000);
    expect([soon, asked() - soon]).toEqual([30, 10]);
  });

  it('is let go when the platform does not know it', async () => {
    const { watch, pass, asked, clock } = open(() =>
      Response.json({ error: 'not found', code: 'CALL_NOT_FOUND' }, { status: 404 }),
    );
    watch.follow('OUT-1');
    await pass(60_000);
    expect([asked(), clock.waiting()]).toEqual([1, 0]);
  });

  it('is let go after two hours, however it stands', async () => {
    const { watch, pass, clock } = open(() => status('calling'));
    watch.follow('OUT-1');
    await pass(2 * 3_600_000 + 20_000, 10_000);
    expect(clock.waiting()).toBe(0);
  });

  it('is asked for again when the platform fails for a while', async () => {
    const { watch, pass, told } = open((nth) =>
      nth < 9 ? new Response('', { status: 500 }) : status('success'),
    );
    watch.follow('OUT-1');
    await pass(60_000);
    expect(told).toEqual([{ status: 'success', reason: null, call_sid: 'OUT-1' }]);
  });

  it('is followed once, however often that is asked', async () => {
    const { watch, pass, asked } = open(() => status('calling'));
    for (let nth = 0; nth < 3; nth++) watch.follow('OUT-1');
    await pass(2_000);
    expect(asked()).toBe(1);
  });

  it('is let go when the relay closes', async () => {
    const { watch, pass, stop, asked, clock } = open(() => status('calling'));
    watch.follow('OUT-1');
    stop.abort();
    await pass(10_000);
    expect([asked(), clock.waiting()]).toEqual([0, 0]);
  });

  it('is one of a thousand at the most', async () => {
    const { watch, pass, asked } = open(() => status('calling'));
    for (let nth = 0; nth < 1_001; nth++) watch.follow(`OUT-${nth}`);
    await pass(2_000);
    expect(asked()).toBe(1_000);
  });
});
