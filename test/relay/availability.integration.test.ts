import { describe, expect, it } from 'vitest';
import type { AvailabilityRules } from '../../src/relay/config/availability-schema.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { problem, problemOf, useBench } from './support/bench.ts';

/** A Friday, half an hour before the clinic closes. */
const HALF_PAST_FOUR = Date.UTC(2026, 10, 27, 15, 30);
const CLINIC: AvailabilityRules = {
  hours: {
    time_zone: 'Europe/Berlin',
    week: { mon: ['09:00-17:00'], fri: ['09:00-17:00'] },
    outside: 'message',
    notice: { en: 'The practice is closed.' },
  },
};

describe('the availability of a site', () => {
  const open = useBench();
  const create = { method: 'POST', body: {} };
  const start = (availability: AvailabilityRules) =>
    open({ config: { availability }, ports: { clock: createFakeClock(HALF_PAST_FOUR) } });

  it('M-3.22: after five no session begins, and those of the day go on', async () => {
    const { call, clock, upstream } = await start(CLINIC);
    const { session_id: id } = (await call('/chat/sessions', create)).json as { session_id: string };
    expect((await call('/chat/availability')).json).toEqual({ status: 'open' });
    clock.advance(30 * 60_000);
    const before = upstream.received.length;
    expect(problemOf(await call('/chat/sessions', create))).toEqual(problem(403, 'closed'));
    expect(upstream.received.length).toBe(before);
    expect((await call(`/chat/sessions/${id}/resume`, { method: 'POST' })).status).toBe(200);
    const answer = await call('/chat/availability');
    expect([answer.json, answer.headers.get('cache-control')]).toEqual([
      {
        status: 'closed',
        outside: 'message',
        notice: { en: 'The practice is closed.' },
        opens_at: '2026-11-30T08:00:00.000Z',
      },
      'no-store',
    ]);
  });

  it('M-3.22: a paused site refuses every page of it, before anything is counted or parsed', async () => {
    const { call, records } = await start({ paused: { en: 'Back at noon' } });
    expect((await call('/chat/availability')).json).toEqual({
      status: 'paused',
      notice: { en: 'Back at noon' },
    });
    const answers = [
      await call('/chat/sessions', create),
      await call('/chat/sessions', { ...create, body: 7 }),
    ];
    expect(answers.map(problemOf)).toEqual([problem(403, 'closed'), problem(403, 'closed')]);
    const stranger = await call('/chat/sessions', { ...create, origin: 'https://evil.example' });
    expect(problemOf(stranger)).toEqual(problem(403, 'origin_not_allowed'));
    expect(records().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
