import { setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createOutboundClient, outboundCalls } from '../../src/platform/index.ts';
import { createCallWatch } from '../../src/relay/admin/journals/call-watch.ts';
import { createRelayEvents } from '../../src/relay/admin/journals/relay-events.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { detailOf } from './support/event-frame.ts';

/** A call watch with a platform that gives these answers. Counts requests and records events. */
function open(answer: (nth: number) => Response) {
  const clock = createFakeClock();
  const events = createRelayEvents(createMemoryStore(clock));
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  let asked = 0;
  const fetch = async () => answer(asked++);
  const client = createOutboundClient(
    { url: 'https://calls.example.com', key: 'k' },
    { clock, fetch, random: () => 0 },
  );
  const ends: unknown[] = [];
  const log = { end: (it: unknown) => void ends.push(it) };
  const calls = createCallWatch({ events, clock, stop: stop.signal, log });
  const watch = {
    follow: (callSid: string) =>
      calls.follow(callSid, async (signal) => {
        const params = { call_sid: callSid };
        const result = await client.call(outboundCalls.status, { params }, { signal });
        return result.ok ? result : { ok: false, error: { failed: 'platform', error: result.error } };
      }),
  };
  const published: unknown[] = [];
  events.subscribe(({ frame }) => published.push(detailOf(frame)));
  return {
    clock,
    watch,
    stop,
    published,
    ends,
    asked: () => asked,
    /** Advances the clock in steps and runs everything that becomes due. */
    async pass(ms: number, step = 500) {
      for (let left = ms; left > 0; left -= step) {
        clock.advance(Math.min(step, left));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const status = (text: string) => Response.json({ status: text, reason: null });

describe('a call that is followed', () => {
  it('polls a call every two seconds in its first minute, then every ten', async () => {
    const { watch, pass, asked } = open(() => status('calling'));
    watch.follow('OUT-1');
    await pass(60_000);
    const soon = asked();
    await pass(100_000);
    expect([soon, asked() - soon]).toEqual([30, 10]);
  });

  //
  it('stops polling when the platform does not know the call', async () => {
    const { watch, pass, asked, clock } = open(() =>
      Response.json({ error: 'not found', code: 'CALL_NOT_FOUND' }, { status: 404 }),
    );
    watch.follow('OUT-1');
    await pass(60_000);
    expect([asked(), clock.waiting()]).toEqual([1, 0]);
  });

  it('stops polling after two hours, whatever the call’s status', async () => {
    const { watch, pass, clock } = open(() => status('calling'));
    watch.follow('OUT-1');
    await pass(2 * 3_600_000 + 20_000, 10_000);
    expect(clock.waiting()).toBe(0);
  });

  it('polls again after failures of the platform', async () => {
    const { watch, pass, published } = open((nth) =>
      nth < 9 ? new Response('', { status: 500 }) : status('success'),
    );
    watch.follow('OUT-1');
    await pass(60_000);
    expect(published).toEqual([{ status: 'success', reason: null, call_sid: 'OUT-1' }]);
  });

  it('records only the end of a call', async () => {
    const { watch, pass, ends } = open((nth) =>
      Response.json({ status: nth < 3 ? 'calling' : 'failure', reason: nth < 3 ? '' : 'No answer' }),
    );
    watch.follow('OUT-1');
    await pass(60_000);
    expect(ends).toEqual([{ call_sid: 'OUT-1', status: 'failure', reason: 'No answer' }]);
  });

  it('follows a call only once', async () => {
    const { watch, pass, asked } = open(() => status('calling'));
    for (let nth = 0; nth < 3; nth++) watch.follow('OUT-1');
    await pass(2_000);
    expect(asked()).toBe(1);
  });

  it('stops polling when the relay closes', async () => {
    const { watch, pass, stop, asked, clock } = open(() => status('calling'));
    watch.follow('OUT-1');
    stop.abort();
    await pass(10_000);
    expect([asked(), clock.waiting()]).toEqual([0, 0]);
  });

  it('follows at most a thousand calls', async () => {
    const { watch, pass, asked } = open(() => status('calling'));
    for (let nth = 0; nth < 1_001; nth++) watch.follow(`OUT-${nth}`);
    await pass(2_000);
    expect(asked()).toBe(1_000);
  });
});
